import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { withCheckpointLog } from '@/src/core/checkpoints/log-checkpoints';
import { createReversals } from '@/src/core/checkpoints/reversals';
import type { Logger } from '@/src/core/logging/log-entry';
import { createLoopLog } from '@/src/core/logging/log-loop-events';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import type { ConsentCheck } from '@/src/core/policy/user-consent';
import type { Clock, IdSource, Timer } from '@/src/core/ports/clock';
import { createEventFanOut, type EventBus } from '@/src/core/ports/event-bus';
import type { PageLockPort } from '@/src/core/ports/page-lock-port';
import { createSideRequests } from '@/src/core/side-requests/create-side-requests';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import type { Pages } from './compose-pages';
import { createAIServices } from './endpoint/ai-services';
import { createConnectionTest, TEST_STEP_TIMEOUT_MS } from './endpoint/connection-test';
import { stayAwake } from './page/keep-alive';
import { createPageReleases } from './page/page-releases';
import { createPageToolExecutor } from './page/page-tool-executor';
import type { TabBindings } from './page/tab-bindings';
import { createChatCopies } from './panel-server/chat-copies';
import type { Chats } from './panel-server/chats';
import type { LostChangesOffers } from './panel-server/lost-changes-offers';
import { createOpenChat } from './panel-server/open-chat';
import { createPageRebinding } from './panel-server/page-rebinding';
import { createProblemReports } from './panel-server/problem-reports';
import type { SummaryStream } from './panel-server/summary-stream';
import type { SiteAccess } from './sites/site-access';
import type { Sites } from './sites/sites';
import { createCheckpointStore } from './storage/checkpoint-store';
import type { ConnectionStore } from './storage/connection-store';
import { createDecisionSeals } from './storage/decision-seals';
import type { ImageStore } from './storage/image-store';
import { keepData } from './storage/keep-data';
import type { LogControl } from './storage/logger';
import { createOwnData } from './storage/own-data';
import { createSettingsTransfer } from './storage/settings-transfer';
import { createContextWarnings } from './usage/context-warnings';
import { userWording } from './user-wording';

/** Composes the late part that works: runs and their requests, and what else changes pages and chats. */
export function composeWork(deps: {
  db: StewardDatabase;
  pages: Pages;
  bindings: TabBindings;
  chats: Chats;
  policy(): Promise<ManagedPolicy>;
  access: SiteAccess;
  sites: Sites;
  connections: ConnectionStore;
  images: ImageStore;
  consents: ConsentCheck;
  pageLocks: PageLockPort;
  lostChanges: LostChangesOffers;
  summaries: SummaryStream;
  /** Those of the background's start that receive the loop's events, in their order. */
  receivers: { first: Pick<EventBus, 'emit'>; last: readonly Pick<EventBus, 'emit'>[] };
  logger: Logger & LogControl;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
}) {
  const { db, pages, bindings, chats, connections, pageLocks, lostChanges, logger, clock, timer, ids } = deps;
  const { journal, adapters, link, page, observer } = pages;
  const checkpointStore = createCheckpointStore(db);
  const manager = createCheckpointManager({ store: checkpointStore, clock, ids });
  const checkpoints = withCheckpointLog(manager, logger);
  const { ai, unthrottled } = createAIServices({
    policy: deps.policy,
    access: deps.access,
    images: deps.images,
    clock,
    timer,
    logger,
  });
  const random = () => Math.random();
  const sideRequests = createSideRequests({
    journal,
    endpoints: connections,
    ai,
    adapters,
    logger,
    clock,
    timer,
    ids,
    random,
    onSummary: deps.summaries.emit,
  });
  const gate = createApprovalGate({
    journal,
    page,
    observer,
    dryRuns: pages.dryRuns,
    adapters,
    issuer: pages.issuer,
    consents: deps.consents,
    seals: createDecisionSeals(db),
    clock,
    ids,
  });
  const delegatedTokens = createDelegatedTokens();
  const pageTools = createPageToolExecutor({
    journal,
    adapters,
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
    adapters,
    gate,
    delegatedTokens,
    observer,
    checkpoints,
    checkpointStore,
    events: createEventFanOut([
      deps.receivers.first,
      createLoopLog(logger),
      keepData(logger),
      createContextWarnings({ db, journal, modelInfo: connections.modelInfo, logger }),
      ...deps.receivers.last,
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
  const open = createOpenChat({ db, page, bindings, adapters, checkpoints, observer, logger, clock, ids });
  return {
    ai,
    copies: createChatCopies({ db, journal, bindings, open, chats, ids, wording: userWording }),
    loop,
    open,
    ownData: createOwnData({ db, loop, sideRequests, connections, sites: deps.sites, log: logger, ids }),
    rebinding: createPageRebinding({
      db,
      chats,
      loop,
      page,
      bindings,
      lostChanges,
      adapters,
      observer,
      clock,
      ids,
    }),
    reports: createProblemReports({ db, connections, chats }),
    reversals: createReversals({
      journal,
      page,
      endpoints: connections,
      adapters,
      checkpoints,
      checkpointStore,
      gate,
      observer,
      timer,
      clock,
      ids,
    }),
    sideRequests,
    // Not throttled: the user waits for the result, and each request has a time limit.
    testConnection: createConnectionTest({ ai: unthrottled, stepTimeoutMs: TEST_STEP_TIMEOUT_MS, stayAwake }),
    transfer: createSettingsTransfer({ db, adapters, clock, ids }),
  };
}
