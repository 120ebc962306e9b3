import { browser } from 'wxt/browser';
import { adapters, supportedPages } from '@/src/adapters';
import { dryRunners, serviceAdapters, toolRunners } from '@/src/adapters/background';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { withCheckpointLog } from '@/src/core/checkpoints/log-checkpoints';
import { createReversals } from '@/src/core/checkpoints/reversals';
import { createLoopLog } from '@/src/core/logging/log-loop-events';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { createSideRequests } from '@/src/core/side-requests/create-side-requests';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { createAdapterRegistry } from '../core/adapter/adapter-port';
import { createEventFanOut } from '../core/ports/event-bus';
import { createSerializer } from '../core/serialize';
import { createSteadyClock, sleep } from './clock';
import { createAIServices } from './endpoint/ai-services';
import { createConnectionTest, TEST_STEP_TIMEOUT_MS } from './endpoint/connection-test';
import { createOriginRules } from './endpoint/origin-rules';
import { createEntryPoints } from './entry-points/entry-points';
import { openPanel, requestOfPanel } from './entry-points/open-panel';
import { showChat, windowOfChat } from './entry-points/show-chat';
import { currentNotices } from './notifications/notices';
import { createNotifications } from './notifications/notifications';
import { createToolbarBadge } from './notifications/toolbar-badge';
import { createWaitingNotifier } from './notifications/waiting-notifier';
import { createDryRuns } from './page/dry-runners';
import { stayAwake } from './page/keep-alive';
import { noteRefusedWrites } from './page/note-refused-writes';
import { updatePageButtons } from './page/page-buttons';
import { createPageLink } from './page/page-link';
import { createPageLocks } from './page/page-locks';
import { createPageReleases } from './page/page-releases';
import { createPageServices } from './page/page-services';
import { createPageToolExecutor } from './page/page-tool-executor';
import { createPageWatch } from './page/page-watch';
import { createReturnedPages } from './page/returned-pages';
import { createLockQueries, hasUnfinishedWork, isRunWaiting, isRunWorking } from './page/run-queries';
import { showPage } from './page/show-page';
import { createTabBindings } from './page/tab-bindings';
import { withToolRunners } from './page/with-tool-runners';
import { createChatCopies } from './panel-server/chat-copies';
import { createChats } from './panel-server/chats';
import type { CommandContext } from './panel-server/command-context';
import { commandHandlers } from './panel-server/command-handlers';
import { logFailedCommands } from './panel-server/command-server';
import { createListedChats } from './panel-server/listed-chats';
import { createLiveHub } from './panel-server/live-hub';
import { createLostChangesOffers } from './panel-server/lost-changes-offers';
import { notifyPanels } from './panel-server/notify-panels';
import { createOpenChat } from './panel-server/open-chat';
import { createPageRebinding } from './panel-server/page-rebinding';
import { logRefusedMessages } from './panel-server/refused-senders';
import { createSummaryStream } from './panel-server/summary-stream';
import { createUnreadMarks } from './panel-server/unread-marks';
import { createSiteAccess } from './sites/site-access';
import { createSites } from './sites/sites';
import { createTabGrants } from './sites/tab-grants';
import { createAliasStore } from './storage/alias-store';
import { createCheckpointStore } from './storage/checkpoint-store';
import { createConnectionStore } from './storage/connection-store';
import { createDataChecks } from './storage/data-checks';
import { createImageStore } from './storage/image-store';
import { createJournal } from './storage/journal';
import { keepData } from './storage/keep-data';
import { createLogStore, LOG_BOUNDS } from './storage/log-store';
import { createLogger } from './storage/logger';
import { opened } from './storage/opened';
import { createOwnData } from './storage/own-data';
import { createPageHistory } from './storage/page-history';
import { createPageKeyStore } from './storage/page-key-store';
import { createSavedPromptStore } from './storage/saved-prompt-store';
import { createSettingsTransfer } from './storage/settings-transfer';
import { createUnsentTextStore } from './storage/unsent-text-store';
import { createContextWarnings } from './usage/context-warnings';

/** Composes the core with its browser ports. Does not open the database, which opens at its first use. */
export function composeBackground() {
  const db = new StewardDatabase(DATABASE_NAME);
  const clock = createSteadyClock(Date, performance);
  const ids = { newId: () => crypto.randomUUID() };
  const adapterPort = createAdapterRegistry(adapters);

  const journal = createJournal(db, clock);
  const checkpointStore = createCheckpointStore(db);
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
  const { ai, unthrottled } = createAIServices({ images, clock, timer, logger });
  const onRefused = logRefusedMessages(logger);
  const manager = createCheckpointManager({ store: checkpointStore, clock, ids });
  const checkpoints = withCheckpointLog(manager, logger);
  // Not throttled: the user waits for the result, and each request has a time limit.
  const testConnection = createConnectionTest({
    ai: unthrottled,
    stepTimeoutMs: TEST_STEP_TIMEOUT_MS,
    stayAwake,
  });
  const originRules = createOriginRules({ baseUrls: connections.baseUrls });

  const bindings = createTabBindings();
  const sites = createSites({
    db,
    clock,
    access: createSiteAccess(),
    grants: createTabGrants(),
    onChange: () => {
      pageWatch.lookAtAll();
      void pageLocks.updateAll();
      notifyPanels({ type: 'sites-changed' });
    },
    onSwitch: () => void updatePageButtons(sites),
  });
  const consents = createConsents();
  const tokens = createWriteTokens({ clock, ids });
  const pageKeys = createPageKeyStore(db, () => pageWatch.lookAtAll());
  const services = createPageServices({
    adapters: serviceAdapters,
    keys: pageKeys,
    fetch: (input, init) => fetch(input, init),
    clock,
    onChanged: (place, outdated) => void pageWatch.serviceChanged(place, outdated),
  });
  const link = createPageLink({
    bindings,
    adapters: adapterPort,
    clock,
    services,
    sites,
    tokens: tokens.checker,
    onRefused: noteRefusedWrites({ journal, logger, clock, ids }),
  });
  const page = withToolRunners(link, toolRunners, adapterPort);
  const observer = createPageObserver({ history: createPageHistory(db), adapters: adapterPort, clock });
  const open = createOpenChat({
    db,
    page,
    bindings,
    adapters: adapterPort,
    checkpoints,
    observer,
    logger,
    clock,
    ids,
  });
  const chats = createChats({ db, page, bindings, supportedPages, sites, connections, open, clock, ids });
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
    page,
    chats,
    bindings,
    stop: (chatId) => loop.stop(chatId),
    logger,
    clock,
    timer,
  });
  const returned = createReturnedPages({ db, bindings, page, live });
  const pageWatch = createPageWatch({
    page,
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

  const random = () => Math.random();
  const sideRequests = createSideRequests({
    journal,
    endpoints: connections,
    ai,
    adapters: adapterPort,
    logger,
    clock,
    timer,
    ids,
    random,
    onSummary: summaries.emit,
  });
  const gate = createApprovalGate({
    journal,
    page,
    observer,
    dryRuns: createDryRuns({ page: link, runners: dryRunners, adapters: adapterPort, ids }),
    adapters: adapterPort,
    issuer: tokens.issuer,
    consents,
    clock,
    ids,
  });
  const delegatedTokens = createDelegatedTokens();
  const pageTools = createPageToolExecutor({
    journal,
    adapters: adapterPort,
    tokens: delegatedTokens,
    page: link,
    provide: (executionId, ended) => loop.provideToolResult(executionId, ended.result, ended),
    timer,
    logger,
  });
  const loop = createAgentLoop({
    page,
    pageLock: pageLocks,
    endpoints: connections,
    journal,
    ai,
    adapters: adapterPort,
    gate,
    delegatedTokens,
    observer,
    checkpoints,
    checkpointStore,
    events: createEventFanOut([
      live,
      createLoopLog(logger),
      keepData(logger),
      createContextWarnings({ db, modelInfo: connections.modelInfo, logger }),
      pageLocks,
      attention,
      unread,
      createPageReleases({ wake: (chatId) => loop.wakeWaiting(chatId), logger }),
      sideRequests,
      pageTools,
    ]),
    logger,
    clock,
    timer,
    ids,
    random,
  });
  const reversals = createReversals({
    journal,
    page,
    adapters: adapterPort,
    checkpoints,
    checkpointStore,
    gate,
    observer,
    timer,
    clock,
    ids,
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
    await loop.notePage(chatId, note);
  });
  const listed = createListedChats({
    db,
    journal,
    loop,
    sideRequests,
    clock,
    timer,
    logger,
  });
  const isBusy = () => loop.isBusy() || sideRequests.isBusy();
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
    rebinding: createPageRebinding({
      db,
      chats,
      loop,
      page,
      bindings,
      lostChanges,
      adapters: adapterPort,
      observer,
      clock,
      ids,
    }),
    adapters: adapterPort,
    journal,
    aliases: createAliasStore({ db }),
    savedPrompts: createSavedPromptStore(db),
    transfer: createSettingsTransfer({
      db,
      adapters: adapterPort,
      clock,
      ids,
    }),
    copies: createChatCopies({ db, journal, bindings, open, chats, ids }),
    connections,
    ai,
    bindings,
    sites,
    originRules,
    pageKeys,
    testConnection,
    lostChanges,
    look: pageWatch.look,
    unsentTexts: createUnsentTextStore(db, clock),
    images,
    ownData: createOwnData({ db, loop, sideRequests, connections, sites, log: logger }),
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
