import { createDryRuns } from '@/src/background/page/dry-runners';
import { createPageReleases } from '@/src/background/page/page-releases';
import { type CheckpointStore, createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Logger } from '@/src/core/logging/log-entry';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { type ConsentIssuer, createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import type { PageHistory } from '@/src/core/ports/page-history';
import { createSerializer } from '@/src/core/serialize';
import { guardedPage } from '@/tests/fakes/guarded-page';
import { hashSeals } from '@/tests/fakes/hash-seals';
import { createSleepQueue } from '@/tests/fakes/sleep-queue';
import { createRollback, type Rollback } from '../../fakes/reversals';
import { fuzzAdapter } from './fuzz-adapter';
import { fuzzDryRunner } from './fuzz-dry-runner';
import type { FuzzEndpoint } from './fuzz-endpoint';
import type { FuzzPage } from './fuzz-page';
import type { PageChannel } from './page-channel';
import type { PageFaults } from './page-faults';
import { createPagePort } from './page-port';
import type { StepScheduler } from './step-scheduler';
import type { TokenOffice } from './token-expiries';

/** One lifetime of the background: the real loop and rollback, with their operations under way. */
export interface Worker {
  loop: AgentLoop;
  rollback: Rollback;
  /** Issues consents for the user's clicks in the panel, valid for this worker only. */
  consents: ConsentIssuer;
  /** Runs commands with the same key one after another, as the background does. */
  serially: ReturnType<typeof createSerializer>;
  /** None of the worker's pending steps happens any more. */
  kill(): void;
  isAlive(): boolean;
  /** The times at which its timers end, in milliseconds since 1970, in order. */
  dueAt(): number[];
  /** Ends the timers that are due. Returns false if none was. */
  wake(): boolean;
}

/** Everything that outlives the worker. */
export interface WorkerEnvironment {
  steps: StepScheduler;
  journal: Journal & RollbackJournal;
  checkpointStore: CheckpointStore;
  page: FuzzPage;
  channel: PageChannel;
  faults: PageFaults;
  pass(ms: number): void;
  pageHistory: PageHistory;
  /** The model at an endpoint's address. */
  modelOf(baseUrl: string): FuzzEndpoint;
  endpoints: EndpointPort;
  watchTokens(tokens: TokenOffice): TokenOffice;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  /** Throws if a storage fault is injected at this operation. */
  beforeStorage(operation: string): void;
  onStorageError(operation: string, error: unknown): void;
}

const NEVER = new Promise<never>(() => undefined);

export function createWorker(environment: WorkerEnvironment): Worker {
  const { clock, ids } = environment;
  const timer = createSleepQueue(clock);
  let isAlive = true;

  async function turn(step: string): Promise<void> {
    await environment.steps.awaitTurn(step);
    if (!isAlive) await NEVER;
  }

  /** Makes each operation of a port a step of its own, which may be made to fail. */
  function paced<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get(target, name) {
        const operation = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]) => {
          await turn(`journal: ${String(name)}`);
          environment.beforeStorage(String(name));
          try {
            return await operation.apply(target, args);
          } catch (error) {
            environment.onStorageError(String(name), error);
            throw error;
          }
        };
      },
    });
  }

  const journal = paced(environment.journal);
  const checkpointStore = paced(environment.checkpointStore);
  const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids });
  // One issuer of write tokens per worker: tokens of an earlier worker are invalid.
  const tokens = environment.watchTokens(createWriteTokens({ clock, ids }));
  const consents = createConsents();
  const port = createPagePort({ ...environment, timer, turn });
  const page = guardedPage(port, tokens.checker);
  const adapters = { definitionOf: () => fuzzAdapter };
  const dryRuns = createDryRuns({ page, runners: [fuzzDryRunner], adapters, ids });
  const { issuer } = tokens;
  const observer = createPageObserver({ history: paced(environment.pageHistory), adapters, clock });
  const gate = createApprovalGate({
    journal,
    page,
    observer,
    dryRuns,
    adapters,
    issuer,
    consents,
    seals: hashSeals,
    clock,
    ids,
  });
  const parts = {
    journal,
    page,
    endpoints: environment.endpoints,
    gate,
    delegatedTokens: createDelegatedTokens(),
    observer,
    adapters,
    checkpoints,
    checkpointStore,
    timer,
    clock,
    ids,
  };
  const loop: AgentLoop = createAgentLoop({
    ...parts,
    pageLock: { lock: async () => undefined },
    ai: {
      stream: (endpoint, request, signal) =>
        environment.modelOf(endpoint.baseUrl).connect(turn).stream(endpoint, request, signal),
      listModels: async () => [],
    },
    events: createPageReleases({ wake: (chatId) => loop.wakeWaiting(chatId), logger: environment.logger }),
    logger: environment.logger,
    random: () => 0.5,
  });

  return {
    loop,
    rollback: createRollback(parts),
    consents,
    serially: createSerializer(),
    kill() {
      isAlive = false;
      timer.forget();
    },
    isAlive: () => isAlive,
    dueAt: timer.dueAt,
    wake() {
      const due = timer.due();
      for (const sleep of due) sleep.wake();
      return due.length > 0;
    },
  };
}
