import { browser } from 'wxt/browser';
import { adapters } from '@/src/adapters';
import { toolRunners } from '@/src/adapters/tool-runners';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { createRollback } from '@/src/core/checkpoints/rollback';
import { StewardError } from '@/src/core/errors';
import { createLoopLog } from '@/src/core/logging/log-loop-events';
import { createAgentLoop } from '@/src/core/loop/agent-loop';
import type { AdapterPort } from '@/src/core/loop/ports';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { createChats } from './chats';
import { createCheckpointStore } from './checkpoint-store';
import { createCommandHandlers } from './command-handlers';
import { createConnectionStore } from './connection-store';
import { createConnectionTest } from './connection-test';
import { createJournal } from './journal';
import { stayAwake } from './keep-alive';
import { createLiveHub } from './live-hub';
import { lockFirst } from './lock-first';
import { createLockRecord } from './lock-record';
import { createLogStore, LOG_BOUNDS } from './log-store';
import { createLogger } from './logger';
import { createOpenAIService } from './openai-service';
import { createOriginRules } from './origin-rules';
import { createPageLink } from './page-link';
import { createPageLocks } from './page-locks';
import { createPageWatch } from './page-watch';
import { createSiteAccess } from './site-access';
import { createSites } from './sites';
import { sleep } from './sleep';
import { createTabBindings } from './tab-bindings';
import { createTabGrants } from './tab-grants';
import { tellPanels } from './tell-panels';
import { withToolRunners } from './with-tool-runners';

/** How long an endpoint may stay silent before its first byte (local models load for minutes), and between two chunks. */
const FIRST_BYTE_TIMEOUT_MS = 300_000;
const IDLE_TIMEOUT_MS = 60_000;

/** How long each request of a connection's test may take. */
const TEST_STEP_TIMEOUT_MS = 20_000;

/** Puts the core together with its real parts. Opens nothing by itself: the database opens at its first use. */
export function composeBackground() {
  const db = new StewardDatabase(DATABASE_NAME);
  const clock = { now: () => Date.now() };
  const ids = { newId: () => crypto.randomUUID() };
  const adapterPort: AdapterPort = { definitionOf };

  const journal = createJournal(db, clock);
  const checkpointStore = createCheckpointStore(db);
  const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids });
  const connections = createConnectionStore({ db, clock, ids });
  const ai = createOpenAIService({
    fetch: (input, init) => fetch(input, init),
    firstByteTimeoutMs: FIRST_BYTE_TIMEOUT_MS,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
  });

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
  const testConnection = createConnectionTest({ ai, stepTimeoutMs: TEST_STEP_TIMEOUT_MS, stayAwake });
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
      tellPanels({ type: 'sites-changed' });
    },
  });
  const page = withToolRunners(createPageLink({ bindings, adapters: adapterPort, sites }), toolRunners);
  const chats = createChats({ db, page, bindings, adapters: adapterPort, checkpoints, sites, clock, ids });
  const live = createLiveHub({ epoch: ids.newId(), clock, onWatch: (chatId) => void pageWatch.look(chatId) });
  const pageLocks = createPageLocks({
    record: createLockRecord(db, clock),
    page,
    chats,
    bindings,
    stop: (chatId) => loop.cancel(chatId),
    logger,
  });
  const pageWatch = createPageWatch({
    page,
    bindings,
    chats,
    live,
    sites,
    locks: pageLocks,
    // By the runs alone: a tab is bound to a chat shortly before that is stored.
    async isWaiting(chatId) {
      const waiting = db.runs.where('status.state').equals('waiting-for-agent-coordination');
      return (await waiting.filter((run) => run.chatId === chatId).count()) > 0;
    },
  });

  const loopLog = createLoopLog(logger);
  const timer = { sleep };
  const gate = createApprovalGate({ journal, page, adapters: adapterPort, clock, ids });
  const loop = createAgentLoop({
    ...lockFirst({ locks: pageLocks, page, endpoints: connections, timer }),
    journal,
    ai,
    adapters: adapterPort,
    gate,
    checkpoints,
    checkpointStore,
    events: {
      emit(source, event) {
        live.emit(source, event);
        loopLog.emit(source, event);
        pageLocks.emit(source, event);
      },
    },
    logger,
    clock,
    timer,
    ids,
    random: () => Math.random(),
  });
  pageWatch.onReading((chatId, note) => loop.notePage(chatId, note));
  const rollback = createRollback({
    journal,
    page,
    adapters: adapterPort,
    checkpoints,
    checkpointStore,
    clock,
    ids,
  });
  const handlers = createCommandHandlers({
    loop,
    rollback,
    chats,
    connections,
    ai,
    bindings,
    sites,
    originRules,
    testConnection,
    look: pageWatch.look,
    log: logger,
  });
  return { db, loop, live, pageLocks, pageWatch, originRules, sites, handlers };
}

function definitionOf(adapterId: string) {
  const definition = adapters.find((adapter) => adapter.id === adapterId);
  if (definition !== undefined) return definition;
  throw new StewardError('page-unknown', `This build of Steward knows no adapter "${adapterId}".`, {
    remedy: 'Update Steward, or start a new session on another page.',
  });
}
