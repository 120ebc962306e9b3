import { browser } from 'wxt/browser';
import type { Reversals } from '@/src/core/checkpoints/reversals';
import type { AIService } from '@/src/core/llm/ai-service';
import { createConsents } from '@/src/core/policy/user-consent';
import type { Journal } from '@/src/core/ports/journal';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { createSerializer } from '../core/serialize';
import { createSteadyClock, sleep } from './clock';
import { createOriginRules } from './endpoint/origin-rules';
import { createEntryPoints } from './entry-points/entry-points';
import { openPanel, requestOfPanel } from './entry-points/open-panel';
import { showChat, windowOfChat } from './entry-points/show-chat';
import { createLatePart, lateMethods } from './late-part';
import { currentNotices } from './notifications/notices';
import { createNotifications } from './notifications/notifications';
import { createToolbarBadge } from './notifications/toolbar-badge';
import { createWaitingNotifier } from './notifications/waiting-notifier';
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
import type { ChatCopies } from './panel-server/chat-copies';
import { createChats } from './panel-server/chats';
import type { CommandContext, LoopControls } from './panel-server/command-context';
import { commandHandlers } from './panel-server/command-handlers';
import { logFailedCommands } from './panel-server/command-server';
import { createListedChats } from './panel-server/listed-chats';
import { createLiveHub } from './panel-server/live-hub';
import { createLostChangesOffers } from './panel-server/lost-changes-offers';
import { notifyPanels } from './panel-server/notify-panels';
import type { OpenChat } from './panel-server/open-chat';
import type { PageRebinding } from './panel-server/page-rebinding';
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
import type { OwnData } from './storage/own-data';
import { createPageKeyStore } from './storage/page-key-store';
import { createSavedPromptStore } from './storage/saved-prompt-store';
import type { SettingsTransfer } from './storage/settings-transfer';
import { createUnsentTextStore } from './storage/unsent-text-store';

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
    clock,
    console,
  });
  const onRefused = logRefusedMessages(logger);
  const originRules = createOriginRules({ baseUrls: connections.baseUrls });

  const bindings = createTabBindings();
  const access = createSiteAccess();
  const sites = createSites({
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
  const pages = createLatePart(async () => {
    const { composePages } = await import('./compose-pages');
    return composePages({
      db,
      bindings,
      sites,
      pageKeys,
      onServiceChanged: pageWatch.serviceChanged,
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
  const link: PageView = {
    ...lateMethods<Omit<PageView, 'forget' | 'hasReadAfter' | 'noteChange'>>(
      async () => (await pages.load()).link,
      {
        identify: true,
        lock: true,
        look: true,
        namesInSight: true,
        readContext: true,
        readSelection: true,
        show: true,
        statusOf: true,
        unlock: true,
      },
    ),
    // Nothing was read yet if the part isn't loaded.
    hasReadAfter: (tabId, outdated) => pages.loaded()?.link.hasReadAfter(tabId, outdated) ?? false,
    noteChange: (tabId, outdated) => pages.loaded()?.link.noteChange(tabId, outdated),
    forget: (tabId) => pages.loaded()?.link.forget(tabId),
  };
  const loop = lateMethods<LoopControls>(async () => (await work.load()).loop, {
    continueAnswer: true,
    continueRun: true,
    decideApproval: true,
    noteSettings: true,
    notePage: true,
    pause: true,
    previewApproval: true,
    previewRevision: true,
    proposeCall: true,
    provideToolResult: true,
    queueStatus: true,
    recover: true,
    requestStatus: true,
    resume: true,
    retry: true,
    revise: true,
    sendQueued: true,
    sendUserMessage: true,
    stop: true,
    stopGracefully: true,
    takeBackMessage: true,
    whileIdle: true,
    withdrawMessage: true,
  });
  const sideRequests = {
    ...lateMethods<Pick<SideRequests, 'summarize' | 'abandon'>>(
      async () => (await work.load()).sideRequests,
      {
        summarize: true,
        abandon: true,
      },
    ),
    summaries: lateMethods<SideRequests['summaries']>(
      async () => (await work.load()).sideRequests.summaries,
      {
        accept: true,
        discard: true,
        edit: true,
        remove: true,
      },
    ),
    // There is no request to cancel if the part isn't loaded.
    cancelSummary: (chatId: string) => work.loaded()?.sideRequests.cancelSummary(chatId),
  };
  const reversals = lateMethods<Reversals>(async () => (await work.load()).reversals, {
    perform: true,
    preview: true,
  });
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
    isWatched: live.isWatched,
    logger,
    onChanged: () => void attention.update(),
  });
  const attention = createWaitingNotifier({
    current: () => currentNotices(db),
    badge: createToolbarBadge(),
    notices: createNotifications(),
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
    showFront: (windowId) => notifyPanels({ type: 'toolbar-click', windowId }),
    logger,
  });
  const pageLocks = createPageLocks({
    record: createLockQueries(db, clock),
    page: link,
    chats,
    bindings,
    stop: (chatId) => loop.stop(chatId),
    logger,
    clock,
    timer,
  });
  const returned = createReturnedPages({ db, bindings, page: link, live });
  const pageWatch = createPageWatch({
    page: link,
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
  const journal = lateMethods<Pick<Journal, 'knownPage' | 'load' | 'setTitle'>>(
    async () => (await pages.load()).journal,
    { knownPage: true, load: true, setTitle: true },
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
    rebinding: lateMethods<PageRebinding>(async () => (await work.load()).rebinding, {
      perform: true,
      preview: true,
    }),
    adapters: async () => (await pages.load()).adapters,
    journal,
    aliases: createAliasStore({ db }),
    savedPrompts: createSavedPromptStore(db),
    transfer: lateMethods<SettingsTransfer>(async () => (await work.load()).transfer, {
      apply: true,
      preview: true,
      write: true,
    }),
    copies: lateMethods<ChatCopies>(async () => (await work.load()).copies, {
      branch: true,
      importPart: true,
    }),
    connections,
    ai: lateMethods<Pick<AIService, 'listModels'>>(async () => (await work.load()).ai, { listModels: true }),
    bindings,
    sites,
    originRules,
    pageKeys,
    testConnection: async (endpoint, model) => (await work.load()).testConnection(endpoint, model),
    lostChanges,
    look: pageWatch.look,
    unsentTexts: createUnsentTextStore(db, clock),
    images,
    ownData: lateMethods<OwnData>(async () => (await work.load()).ownData, {
      deleteAll: true,
      deleteSessionLog: true,
      free: true,
      restorePart: true,
    }),
    dataChecks,
    log: logger,
    serially: createSerializer(),
    sending: new Map(),
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
