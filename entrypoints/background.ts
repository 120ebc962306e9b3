import '@/src/core/configure-zod';

import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { composeBackground } from '@/src/background/compose';
import { listenForNotifications } from '@/src/background/notifications/listen-for-notifications';
import { keepAliveWhile } from '@/src/background/page/keep-alive';
import { recoverRuns } from '@/src/background/page/recover-runs';
import { answerCommand, isCommandMessage, isFromPanel } from '@/src/background/panel-server/command-server';
import { notifyPanels } from '@/src/background/panel-server/notify-panels';
import { openPanel } from '@/src/background/sites/open-panel';
import type { Sites } from '@/src/background/sites/sites';
import { restrictStorage } from '@/src/background/storage/restrict-storage';
import { LIVE_PORT } from '@/src/messages/channels';

/** The background's root. Every listener is registered synchronously: one that comes later misses the event that woke the worker. */
export default defineBackground(() => {
  const { attention, db, lostChanges, loop, live, pageLocks, pageWatch, originRules, sites, server } =
    composeBackground();

  browser.action.onClicked.addListener((tab) => {
    // First statement of the gesture: after an await the browser no longer counts it as one.
    openPanel(tab.windowId).catch((error) => console.error('the panel could not be opened', error));
    turnOnInTab(sites, tab).catch((error) => console.error('a click could not be taken', error));
  });

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isCommandMessage(message)) {
      pageWatch.onMessage(message, sender);
      return undefined;
    }
    void answerCommand(server, message, sender).then(sendResponse);
    return true;
  });

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== LIVE_PORT || !isFromPanel(port.sender ?? {})) {
      server.onRefused({ what: 'port', why: 'it is not from the panel' }, port.sender ?? {});
      port.disconnect();
      return;
    }
    live.connect(port);
  });

  // Other extensions may knock here; nothing of Steward's is theirs to ask for.
  const fromOutside = { what: 'message', why: 'it is from another extension or a page' } as const;
  browser.runtime.onMessageExternal?.addListener((_message: unknown, sender) => {
    server.onRefused(fromOutside, sender);
    return undefined;
  });
  browser.runtime.onConnectExternal?.addListener((port) => {
    server.onRefused(fromOutside, port.sender ?? {});
    port.disconnect();
  });

  restrictStorage().catch((error) => console.error('the storage could not be restricted', error));
  // Before the page watch: its look at a page that has loaded comes after this.
  lostChanges.listen();
  pageWatch.listen();
  listenForNotifications(attention);
  const refreshSites = () => {
    sites.refresh().catch((error) => console.error('the sites could not be read', error));
  };
  browser.permissions.onAdded.addListener(refreshSites);
  browser.permissions.onRemoved.addListener(() => {
    sites.accessRevoked().catch((error) => console.error('the sites could not be read', error));
  });
  refreshSites();
  keepAliveWhile(() => loop.isBusy());
  originRules
    .refresh()
    .catch((error) => console.error('the rules for endpoints could not be set', error))
    // Only then: a run that goes on sends to its endpoint.
    .then(() => recoverRuns(db, loop, pageLocks))
    .catch((error) => console.error('interrupted runs could not be taken up', error));
});

/** A click turns Steward on for its tab. A panel that is open already, here or beside another page, has to hear of it. */
async function turnOnInTab(
  sites: Sites,
  tab: { id?: number | undefined; url?: string | undefined; windowId: number },
): Promise<void> {
  if (tab.id !== undefined) await sites.turnOnInTab(tab.id, tab.url);
  notifyPanels({ type: 'toolbar-click', windowId: tab.windowId });
}
