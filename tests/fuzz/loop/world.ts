import type { Scheduler } from 'fast-check';
import { type CheckpointManager, createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import { createPageObserver, type PageObserver } from '@/src/core/page-history/page-observer';
import type { ChatJournal } from '@/src/core/ports/chat-journal';
import type { PageHistory } from '@/src/core/ports/page-history';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { ObservedPage } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import { createMemoryCheckpointStore } from '../../fakes/memory-checkpoint-store';
import { createMemoryJournal } from '../../fakes/memory-journal';
import { createMemoryPageHistory } from '../../fakes/memory-page-history';
import { createMemoryTables, type MemoryTables } from '../../fakes/memory-tables';
import { type Attempts, createAttempts } from './attempts';
import { createCaseLog } from './case-log';
import { createChatChecker } from './chat-checker';
import { splitByChat } from './chat-tables';
import { type ChatWorld, openChat } from './chat-world';
import { createFaultState, type FaultState } from './fault-state';
import { fuzzAdapter } from './fuzz-adapter';
import { createFuzzEndpoint } from './fuzz-endpoint';
import { createFuzzPage, type FuzzPage } from './fuzz-page';
import { createMessageTracker } from './message-tracker';
import { createPageChannel } from './page-channel';
import { createPageFaults, type PageFaults } from './page-faults';
import type { Problems } from './problems';
import { createStepScheduler, type StepScheduler } from './step-scheduler';
import { createTokenExpiries } from './token-expiries';
import { createTrueHistory, type TrueHistory } from './true-history';
import { createWorker, type Worker, type WorkerEnvironment } from './worker';

/** Settings of a case. */
export interface WorldSettings extends PolicySettings {
  requireToolCall: boolean;
  roundsPerRun: number;
  checkpointLimit: number;
  /** True for a case with a second chat about the same page. */
  hasSecondChat: boolean;
}

/** One page, one or two chats with a model each, the user, and a background that may die at any time. */
export interface World extends Pick<Attempts, 'attempt'> {
  /** The rows of all chats. */
  allTables: MemoryTables;
  journal: Pick<ChatJournal, 'load'>;
  checkpoints: CheckpointManager;
  steps: StepScheduler;
  problems: Problems;
  page: FuzzPage;
  history: TrueHistory;
  /** Attributes changes to their causes, as in the background. */
  observer: PageObserver;
  faults: PageFaults;
  faultState: FaultState;
  chats: readonly ChatWorld[];
  worker(): Worker;
  /** Adds an action to the log of the case. */
  logAction(sentence: string): void;
  /** The log of the case. */
  caseLog(): string;
  now(): number;
  /** Advances the clock, and ends the timers that are due. */
  pass(ms: number): void;
  /**
   * The page notifies each chat that it is there, or that it has changed. `lateTurns`: number of steps between the reading
   * of the page and its arrival.
   */
  notice(kind: 'there' | 'changed', lateTurns?: number): Promise<void>;
  /** The worker dies, and a new one recovers the interrupted runs. */
  restart(browserRestarted: boolean): Promise<unknown>;
}

/** A page history that notes when it is up to date with the page, also where the journal changes it. */
function watchedHistory(tables: MemoryTables, page: FuzzPage, history: TrueHistory): PageHistory {
  const pages = createMemoryPageHistory(tables);
  const note = ({ document: name, context }: ObservedPage) => {
    const now = page.state() as unknown as Json;
    if (name === page.documentName() && canonicalJson(context) === canonicalJson(now))
      history.noteObservation();
  };
  tables.pages.onWrite = (_before, after) => {
    if (after !== null) note(after);
  };
  return {
    ...pages,
    async update(change) {
      const updated = await pages.update(change);
      note(updated.page);
      return updated;
    },
  };
}

/** A notice that takes longer is dropped. */
const NOTICE_LIMIT_MS = 100_000;

const CHAT_IDS = ['Chat A', 'Chat B'] as const;

export async function createWorld(
  settings: WorldSettings,
  scheduler: Scheduler,
  problems: Problems,
): Promise<World> {
  const caseLog = createCaseLog();
  let nowMs = 1_000_000;
  const steps = createStepScheduler(scheduler, (step) => {
    caseLog.addStep(step);
    // Each step takes a millisecond.
    nowMs += 1;
  });
  const clock = { now: () => nowMs };
  let ids = 0;
  const idSource = {
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
  };
  const tables = createMemoryTables();
  const faultState = createFaultState(problems);
  const expiries = createTokenExpiries({ clock, problems });
  const history = createTrueHistory({ notes: ['ale'], published: ['ale'], stock: 0 });
  const faults = createPageFaults(() => attempts.noteOther());
  const page = createFuzzPage({
    history,
    faults,
    steps,
    problems,
    onExecute: (call) => chatOf(call.chatId).checker.onExecute(call),
  });
  const checkpointStore = createMemoryCheckpointStore(tables);
  const chats: ChatWorld[] = [];
  const models = new Map<string, boolean>();

  const attempts = createAttempts({
    isQuiet: () => steps.isQuiet() && !chats.some(({ endpoint }) => endpoint.hasOpenRequest()),
    fingerprint: () => `${chats.map(({ checker }) => checker.changes())} ${page.hash()}`,
    faultState,
    problems,
  });

  const environment: WorkerEnvironment = {
    steps,
    journal: createMemoryJournal(tables, clock),
    checkpointStore,
    page,
    channel: createPageChannel({ steps, faults }),
    faults,
    pass,
    pageHistory: watchedHistory(tables, page, history),
    modelOf: (baseUrl) => chatOf(baseUrl).endpoint,
    endpoints: {
      async endpointOf({ id }) {
        if (models.get(id) === true)
          return { connectionId: 'k', endpoint: { baseUrl: id, key: null, headers: {} }, model: 'm' };
        throw new StewardError('model-missing', 'No model is chosen.', { remedy: 'Choose one.' });
      },
      traitsOf: async () => ({ acceptsCacheControl: true, takesImages: true }),
      noteCacheRefusal: async () => undefined,
    },
    watchTokens: expiries.watch,
    clock,
    ids: idSource,
    logger: {
      error(topic, message, facts) {
        if (!faultState.hasFailed) problems.add(`${topic}: ${message} ${JSON.stringify(facts)}`);
      },
      warning: () => undefined,
      info: () => undefined,
      debug: () => undefined,
      keeps: () => false,
    },
    beforeStorage: faultState.beforeStorage,
    onStorageError: faultState.onStorageError,
  };
  let worker: Worker = createWorker(environment);

  function pass(ms: number): void {
    nowMs += ms;
    if (ms > NOTICE_LIMIT_MS && !steps.isQuiet()) history.noteLongWait();
    if (worker.wake()) attempts.noteOther();
  }

  function chatOf(chatId: string): ChatWorld {
    const chat = chats.find((candidate) => candidate.chatId === chatId);
    if (chat === undefined) throw new Error(`no such chat: ${chatId}`);
    return chat;
  }

  const world: World = {
    allTables: tables,
    journal: environment.journal,
    checkpoints: createCheckpointManager({ store: checkpointStore, clock, ids: idSource }),
    steps,
    problems,
    page,
    history,
    observer: createPageObserver({
      history: environment.pageHistory,
      adapters: { definitionOf: () => fuzzAdapter },
      clock,
    }),
    faults,
    faultState,
    chats,
    attempt: attempts.attempt,
    worker: () => worker,
    logAction: caseLog.add,
    caseLog: caseLog.text,
    now: clock.now,
    pass,
    async notice(kind, lateTurns = 0) {
      await Promise.all(
        chats.map(async ({ chatId }) => {
          attempts.noteOther();
          await steps.awaitTurn(`notice: page ${kind}`);
          if (!page.isOpen()) return;
          const readAtMs = clock.now();
          const note = { kind, reading: page.read(readAtMs) };
          for (let late = 0; late < lateTurns; late += 1) await steps.awaitTurn('notice: in transit');
          // Nothing in the product delays a notice longer, and the page history relies on that (see `isOutdated`).
          if (clock.now() - readAtMs > NOTICE_LIMIT_MS) return;
          await attempts.attempt('a notice of the page', () => worker.loop.notePage(chatId, note));
        }),
      );
    },
    restart(browserRestarted) {
      faultState.count += 1;
      worker.kill();
      for (const { endpoint, messageTracker } of chats) {
        endpoint.dropRequests();
        messageTracker.forgetPending();
      }
      attempts.noteOther();
      worker = createWorker(environment);
      const { loop } = worker;
      return attempts.attempt('recovery', async () => {
        for (const { chatId } of chats) await loop.recover(chatId, browserRestarted);
      });
    },
  };

  const viewOf = splitByChat(tables);
  for (const chatId of CHAT_IDS.slice(0, settings.hasSecondChat ? 2 : 1)) {
    models.set(chatId, true);
    chats.push(chatWorldOf(chatId));
    await openChat(world, chatId, settings);
  }
  return world;

  function chatWorldOf(chatId: string): ChatWorld {
    const view = viewOf(chatId);
    const foreignTransitions = (untilHash?: string) => history.foreignTransitions(chatId, untilHash);
    const checker = createChatChecker({
      chatId,
      tables: view,
      allTables: tables,
      page,
      foreignTransitions,
      notesOf: history.notesOf,
      history,
      faultCount: () => faultState.count + faults.count(),
      isPageUnavailable: () => faults.isSilent() || !page.isOpen(),
      hasStorageFailed: () => faultState.hasFailed,
      hasExpired: expiries.hasExpired,
      problems,
    });
    return {
      ...world,
      chatId,
      tables: view,
      checker,
      messageTracker: createMessageTracker(chatId, view, problems),
      endpoint: createFuzzEndpoint(checker),
      seenPreviews: [],
      run: async () => (await environment.journal.load(chatId)).run,
      hasModel: () => models.get(chatId) === true,
      chooseModel: (isChosen) => void models.set(chatId, isChosen),
      setPolicy(policy) {
        attempts.noteOther();
        void tables.transaction(() => {
          const chat = tables.chats.get(chatId);
          if (chat !== undefined) tables.chats.update(chatId, { settings: { ...chat.settings, ...policy } });
        });
      },
      foreignTransitions,
    };
  }
}
