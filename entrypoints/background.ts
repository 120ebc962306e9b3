import '@/src/core/configure-zod';

import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { composeBackground } from '@/src/background/compose';
import { keepWatchAlarm } from '@/src/background/daily/watch-alarm';
import { listenForEntryPoints } from '@/src/background/entry-points/listen-for-entry-points';
import { openPanel } from '@/src/background/entry-points/open-panel';
import { welcomeAfterInstall } from '@/src/background/entry-points/welcome-page';
import { endBrokenChecks } from '@/src/background/model-check/end-broken-checks';
import { listenForNotifications } from '@/src/background/notifications/waiting-notifier';
import { keepAliveWhile } from '@/src/background/page/keep-alive';
import { isFromPage } from '@/src/background/page/page-watch';
import { recoverRuns } from '@/src/background/page/recover-runs';
import { keepRunAlarm } from '@/src/background/page/run-alarm';
import { wasUpdated } from '@/src/background/page/session-begin';
import { answerCommand, isCommandMessage, isFromPanel } from '@/src/background/panel-server/command-server';
import { notifyPanels } from '@/src/background/panel-server/notify-panels';
import type { Sites } from '@/src/background/sites/sites';
import { restrictStorage } from '@/src/background/storage/restrict-storage';
import { userWording } from '@/src/background/user-wording';
import { LIVE_PORT, PAGE_CHANNEL } from '@/src/messages/channels';

/**
 * The background's composition root. Listeners are registered synchronously, or they miss the event that started the
 * worker.
 */
export default defineBackground(() => {
  const updated = wasUpdated();
  const background = composeBackground();

  browser.action.onClicked.addListener((tab) => {
    // Before any await: the browser opens the panel only during a user gesture.
    openPanel(tab.windowId).catch((error) => console.error('the panel could not be opened', error));
    turnOnInTab(background.sites, tab).catch((error) =>
      console.error('the toolbar click could not be handled', error),
    );
  });

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isCommandMessage(message)) {
      background.pageWatch.onMessage(message, sender);
      return undefined;
    }
    void answerCommand(background.server, message, sender).then(sendResponse);
    return true;
  });

  browser.runtime.onConnect.addListener((port) => {
    // A port without a sender is treated as one from outside of the panel.
    const sender = port.sender ?? {};
    if (port.name === LIVE_PORT && isFromPanel(sender)) {
      background.live.connect(port);
      return;
    }
    // A locked page connects to notice the end of this background, and to start the next one. It sends nothing.
    if (port.name === PAGE_CHANNEL && isFromPage(sender)) return;
    background.server.onRefused({ what: 'port', why: 'it is not from the panel' }, sender);
    port.disconnect();
  });

  // Other extensions and pages may send messages here; all are refused.
  const fromOutside = { what: 'message', why: 'it is from another extension or a page' } as const;
  browser.runtime.onMessageExternal?.addListener((_message: unknown, sender) => {
    background.server.onRefused(fromOutside, sender);
    return undefined;
  });
  browser.runtime.onConnectExternal?.addListener((port) => {
    // A missing sender is logged as an empty one.
    background.server.onRefused(fromOutside, port.sender ?? {});
    port.disconnect();
  });

  restrictStorage().catch((error) => console.error('the storage could not be restricted', error));
  // Registered before the page watch: this listener has to run before the page watch reads a loaded page.
  background.lostChanges.listen();
  background.pageWatch.listen();
  listenForNotifications(background.attention);
  listenForEntryPoints(background.entryPoints, userWording);
  // Not in builds for tests and development, which are installed all the time.
  if (import.meta.env.MODE === 'production') welcomeAfterInstall(background.policy);
  const refreshSites = () => {
    background.sites.refresh().catch((error) => console.error('the sites could not be read', error));
  };
  browser.permissions.onAdded.addListener(refreshSites);
  browser.permissions.onRemoved.addListener(() => {
    background.sites.accessRevoked().catch((error) => console.error('the sites could not be read', error));
  });
  refreshSites();
  keepAliveWhile(background.isBusy);
  keepRunAlarm({
    isUnfinished: background.isUnfinished,
    onFailed: (error) => console.error('the alarm of unfinished runs could not be set', error),
  });
  keepWatchAlarm({
    ...background,
    check: background.watches.checkDue,
    onUnread: () => void background.attention.update(),
    onFailed: (error) => console.error('watched pages could not be checked', error),
  });
  recoverRuns(
    background.db,
    background.loop,
    background.pageLocks,
    background.returned,
    updated,
    (chatId, error) => console.error(`the run of chat ${chatId} could not be recovered`, error),
  ).catch((error) => console.error('interrupted runs could not be recovered', error));
  endBrokenChecks(background.db).catch((error) =>
    console.error('broken-off checks could not be ended', error),
  );
  background.dataChecks
    .afterStart()
    .catch((error) => console.error('the stored data could not be checked', error));
  background.listed
    .finishRemovals()
    .catch((error) => console.error('deleted chats could not be read', error));
});

/** Turns Steward on for the clicked tab, and notifies panels that are already open. */
async function turnOnInTab(
  sites: Sites,
  tab: { id?: number | undefined; url?: string | undefined; windowId: number },
): Promise<void> {
  const atMs = Date.now();
  const isAgain = tab.id !== undefined && (await sites.turnOnInTab(tab.id, tab.url));
  notifyPanels({ type: 'toolbar-click', windowId: tab.windowId, againAtMs: isAgain ? atMs : null });
}
