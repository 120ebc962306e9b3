import { browser } from 'wxt/browser';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import { createConsents } from '@/src/core/policy/user-consent';
import type { Journal } from '@/src/core/ports/journal';
import type { PageLook } from '@/src/core/records/execution-outcome';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { createSerializer } from '../core/serialize';
import { createSteadyClock, sleep } from './clock';
import { createOriginRules } from './endpoint/origin-rules';
import { createEntryPoints } from './entry-points/entry-points';
import { openPanel, requestOfPanel } from './entry-points/open-panel';
import { showChat, windowOfChat } from './entry-points/show-chat';
import { createLatePart, lateService } from './late-part';
import { createPolicySource } from './managed-policy';
import { currentNotices } from './notifications/notices';
import { createNotifications } from './notifications/notifications';
import { createToolbarBadge } from './notifications/toolbar-badge';
import { createWaitingNotifier } from './notifications/waiting-notifier';
import { createChangeReports } from './page/change-reports';
import { updatePageButtons } from './page/page-buttons';
import { createPageLocks } from './page/page-locks';
import type { PageView } from './page/page-view';
import { createPageWatch } from './page/page-watch';
import { createReturnedPages } from './page/returned-pages';
import {
  createLockQueries,
  hasOpenWork,
  hasUnfinishedWork,
  isRunWaiting,
  isRunWorking,
} from './page/run-queries';
import { showPage } from './page/show-page';
import { createTabBindings } from './page/tab-bindings';
import { createChats } from './panel-server/chats';
import type { CommandContext, LoopControls } from './panel-server/command-context';
import { commandHandlers } from './panel-server/command-handlers';
import { logFailedCommands } from './panel-server/command-server';
import { createListedChats } from './panel-server/listed-chats';
import { createLiveHub } from './panel-server/live-hub';
import { createLostChangesOffers } from './panel-server/lost-changes-offers';
import { notifyPanels } from './panel-server/notify-panels';
import type { OpenChat } from './panel-server/open-chat';
import { logRefusedMessages } from './panel-server/refused-senders';
import { createSummaryStream } from './panel-server/summary-stream';
import { createUnreadMarks } from './panel-server/unread-marks';
import { createSiteAccess } from './sites/site-access';
import { createSites } from './sites/sites';
import { createTabGrants } from './sites/tab-grants';
import { createAliasStore } from './storage/alias-store';
import { createConnectionStore } from './storage/connection-store';
import { createDataChecks } from './storage/data-checks';
import { createImageStore } from './storage/image-store';
import { createLogStore, LOG_BOUNDS } from './storage/log-store';
import { createLogger } from './storage/logger';
import { opened } from './storage/opened';
import { createPageKeyStore } from './storage/page-key-store';
import { createSavedPromptStore } from './storage/saved-prompt-store';
import { createUnsentTextStore } from './storage/unsent-text-store';
import { userWording } from './user-wording';

/**
 * Composes the core with its browser ports: what the background needs at each start, and its late parts. Does not open the
 * database, which opens at its first use.
 */
export function composeBackground() {
  const db = new StewardDatabase(DATABASE_NAME);
  const clock = createSteadyClock(Date, performance);
  const ids = { newId: () => crypto.randomUUID() };
  const connections = createConnectionStore({ db, clock, ids });
  const timer = { sleep };
  const images = createImageStore(db);
  const logger = createLogger({
    store: createLogStore({
      db,
      clock,
      bounds: LOG_BOUNDS,
      onLost: (error, count) => console.error(`${count} log entries could not be written`, error),
    }),
    area: browser.storage.local,
    policy: () => managed.current(),
    clock,
    console,
  });
  const onRefused = logRefusedMessages(logger);
  const originRules = createOriginRules({ baseUrls: connections.baseUrls });

  const bindings = createTabBindings();
  const managed = createPolicySource(async (policy) => {
    db.policy = policy;
    // Kept rows were read under the earlier policy.
    db.commits.forget();
    await logger.follow();
    await sites.refresh();
    await updatePageButtons(sites);
  });
  const readPolicy = async () => {
    db.policy = await managed.current();
  };
  // Queries wait until the policy is read.
  db.on('ready', readPolicy, true);
  const access = createSiteAccess();
  const sites = createSites({
    policy: managed.current,
    db,
    clock,
    access,
    grants: createTabGrants(),
    onChange: () => {
      pageWatch.lookAtAll();
      void pageLocks.updateAll();
      notifyPanels({ type: 'sites-changed' });
    },
    onSwitch: () => void updatePageButtons(sites),
  });
  const consents = createConsents();
  const pageKeys = createPageKeyStore(db, () => pageWatch.lookAtAll());
  const reports = createChangeReports();
  const pages = createLatePart(async () => {
    const { composePages } = await import('./compose-pages');
    return composePages({
      db,
      bindings,
      sites,
      pageKeys,
      onServiceChanged: pageWatch.serviceChanged,
      reports,
      logger,
      clock,
      ids,
    });
  });
  const work = createLatePart(async () => {
    const [{ composeWork }, loadedPages] = await Promise.all([import('./compose-work'), pages.load()]);
    return composeWork({
      db,
      pages: loadedPages,
      bindings,
      chats,
      policy: managed.current,
      access,
      sites,
      connections,
      images,
      consents,
      pageLocks,
      lostChanges,
      summaries,
      receivers: { first: live, last: [pageLocks, attention, unread] },
      logger,
      clock,
      timer,
      ids,
    });
  });
  const link: PageView = lateService(pages, (parts) => parts.link, {
    // Nothing was read yet if the part isn't loaded.
    hasReadAfter: (tabId: number, outdated: PageLook) =>
      pages.loaded()?.link.hasReadAfter(tabId, outdated) ?? false,
    noteChange: (tabId: number, outdated: PageLook) => pages.loaded()?.link.noteChange(tabId, outdated),
    forget: (tabId: number) => pages.loaded()?.link.forget(tabId),
  });
  const loop: LoopControls = lateService(work, (parts) => parts.loop, {});
  const sideRequests: Omit<SideRequests, 'emit' | 'isBusy'> = lateService(
    work,
    (parts) => parts.sideRequests,
    {
      summaries: lateService(work, (parts) => parts.sideRequests.summaries, {}),
      // If the part isn't loaded, no request is running that could be cancelled.
      cancelSummary: (chatId: string) => work.loaded()?.sideRequests.cancelSummary(chatId),
    },
  );
  const reversals: Reversals = lateService(work, (parts) => parts.reversals, {});
  const open: OpenChat = async (opening) => (await work.load()).open(opening);
  const chats = createChats({
    db,
    page: link,
    bindings,
    sites,
    connections,
    open,
    clock,
    ids,
  });
  const live = createLiveHub({
    epoch: ids.newId(),
    clock,
    onRefused,
    onWatch(chatId) {
      unread.clear(chatId);
      void pageWatch.look(chatId);
      void attention.update();
      summaries.resend(chatId);
    },
  });
  const summaries = createSummaryStream(live.send);
  const unread = createUnreadMarks({
    db,
    clock,
    isWatched: live.isWatched,
    logger,
    onChanged: () => void attention.update(),
  });
  const attention = createWaitingNotifier({
    current: () => currentNotices(db),
    badge: createToolbarBadge(userWording),
    notices: createNotifications(userWording),
    isWatched: live.isWatched,
    windowOf: (chatId) => windowOfChat(bindings, chatId),
    openPanel,
    showChat: (chatId, isPanelOpen) => showChat(bindings, chatId, isPanelOpen),
    logger,
  });
  const entryPoints = createEntryPoints({
    openPanel,
    requestOfPanel,
    current: () => currentNotices(db),
    windowOf: (chatId) => windowOfChat(bindings, chatId),
    showPage: (chatId) => showPage(bindings, chatId),
    turnOnInTab: sites.turnOnInTab,
    showFront: (windowId) => notifyPanels({ type: 'toolbar-click', windowId, againAtMs: null }),
    logger,
  });
  const pageLocks = createPageLocks({
    record: createLockQueries(db, clock),
    page: link,
    chats,
    bindings,
    stop: (chatId) => loop.stop(chatId),
    wording: userWording,
    logger,
    clock,
    timer,
  });
  const returned = createReturnedPages({ db, bindings, page: link, live });
  const pageWatch = createPageWatch({
    page: link,
    reports,
    bindings,
    returned,
    chats,
    live,
    sites,
    locks: pageLocks,
    openPanel: (windowId) => void entryPoints.openBeside(windowId),
    onRefused,
    isWaiting: (chatId) => isRunWaiting(db, chatId),
    isWorking: (chatId) => isRunWorking(db, chatId),
  });

  const lostChanges = createLostChangesOffers({
    db,
    bindings,
    reversals,
    logger,
  });
  pageWatch.onReading(async (chatId, note) => {
    // The order matters: when a run continues, the current page becomes the known page.
    await lostChanges.note(chatId, note.reading.context);
    if (work.loaded() !== null || (await hasOpenWork(db, chatId))) await loop.notePage(chatId, note);
  });
  const journal: Pick<Journal, 'knownPage' | 'load' | 'setTitle'> = lateService(
    pages,
    (parts) => parts.journal,
    {},
  );
  const listed = createListedChats({ db, journal, loop, sideRequests, clock, timer, logger });
  const isBusy = () => {
    const parts = work.loaded();
    return parts !== null && (parts.loop.isBusy() || parts.sideRequests.isBusy());
  };
  const dataChecks = createDataChecks({
    db,
    isBusy,
    log: logger,
    clock,
    timer,
    ids,
  });
  const context: CommandContext = {
    loop,
    reversals,
    sideRequests,
    chats,
    listed,
    rebinding: lateService(work, (parts) => parts.rebinding, {}),
    adapters: async () => (await pages.load()).adapters,
    journal,
    aliases: createAliasStore({ db }),
    savedPrompts: createSavedPromptStore(db),
    transfer: lateService(work, (parts) => parts.transfer, {}),
    copies: lateService(work, (parts) => parts.copies, {}),
    connections,
    ai: lateService(work, (parts) => parts.ai, {}),
    bindings,
    sites,
    originRules,
    pageKeys,
    testConnection: async (endpoint, model) => (await work.load()).testConnection(endpoint, model),
    lostChanges,
    look: pageWatch.look,
    unsentTexts: createUnsentTextStore(db, clock),
    images,
    ownData: lateService(work, (parts) => parts.ownData, {}),
    reports: lateService(work, (parts) => parts.reports, {}),
    dataChecks,
    log: logger,
    serially: createSerializer(),
    sending: new Map(),
    wording: userWording,
  };
  const server = {
    handlers: commandHandlers,
    context,
    consents,
    ready: () => opened(db, timer),
    onRefused,
    onFailed: logFailedCommands(logger),
  };
  return {
    attention,
    dataChecks,
    db,
    listed,
    lostChanges,
    loop,
    live,
    pageLocks,
    pageWatch,
    returned,
    originRules,
    entryPoints,
    isBusy,
    isUnfinished: () => hasUnfinishedWork(db, clock),
    sites,
    server,
  };
}
