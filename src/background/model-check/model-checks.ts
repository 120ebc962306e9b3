import { textError, toErrorInfo } from '@/src/core/errors';
import type { AIService } from '@/src/core/llm/ai-service';
import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Clock, IdSource, Timer } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import { contextTokens } from '@/src/core/usage/context-window';
import type { ModelCheck } from '@/src/schema/model-check';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { stored } from '../storage/storage-error';
import { checkModel, type TaskOutcome } from './check-model';
import { MODEL_TASKS } from './tasks';

/** The database of a check's chats, which is deleted after it. It holds nothing but the sample page and the model's answers. */
const CHECK_DATABASE = 'steward-model-check';

/** The checks of models, one at a time. */
export interface ModelChecks {
  /**
   * Checks a model, and stores the outcome after each task. The chat's usage counts the requests. Rejects with `busy` during another
   * check, with `managed` if the policy forbids checks, and with `connection-missing`. What ends a check early is a part of its outcome.
   */
  check(chatId: string, target: { connectionId: string; model: string }): Promise<void>;
  /** Ends the running check, and the outcome of one that the worker's end broke off. */
  stop(): Promise<void>;
  isBusy(): boolean;
}

export function createModelChecks(deps: {
  db: StewardDatabase;
  ai: AIService;
  endpoints: EndpointPort;
  journal: Pick<Journal, 'addUsage' | 'chatById'>;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  policy(): Promise<ManagedPolicy>;
  /** Steward's version. */
  version: string;
}): ModelChecks {
  const { db, clock, ids, journal } = deps;
  let running: AbortController | null = null;

  async function run(
    chatId: string,
    target: { connectionId: string; model: string },
    signal: AbortSignal,
  ): Promise<void> {
    const check: ModelCheck = {
      ...target,
      atMs: clock.now(),
      version: deps.version,
      tasks: [],
      firstPieceMs: null,
      tokens: null,
      endedBy: null,
    };
    const firstPieces: number[] = [];
    const store = () => stored(() => db.modelChecks.put(check));
    await store();
    const own = createDatabase(CHECK_DATABASE);
    try {
      // A check that the worker's end broke off has left its chats.
      await own.delete();
      await own.open();
      for await (const outcome of checkModel(deps, own, target, signal)) {
        await countUsage(chatId, target, outcome);
        firstPieces.push(...outcome.firstPieceMs);
        check.firstPieceMs = medianOf(firstPieces);
        for (const counts of outcome.counts)
          if (counts !== null) check.tokens = (check.tokens ?? 0) + contextTokens(counts);
        check.endedBy = outcome.error;
        if (outcome.error === null) {
          const { task, isPassed } = outcome;
          check.tasks.push({ task, isPassed });
        }
        await store();
      }
      if (signal.aborted) check.endedBy = 'user';
    } catch (error) {
      check.endedBy = toErrorInfo(error);
    }
    await store();
    await own.delete();
  }

  async function countUsage(
    chatId: string,
    target: { connectionId: string; model: string },
    { counts }: TaskOutcome,
  ): Promise<void> {
    for (const ofRequest of counts) {
      await journal.addUsage({
        ...target,
        id: ids.newId(),
        chatId,
        runId: null,
        kind: 'check',
        messageId: ids.newId(),
        atMs: clock.now(),
        counts: ofRequest,
        raw: null,
      });
    }
  }

  return {
    async check(chatId, target) {
      if (!(await deps.policy()).modelCheck) {
        throw textError('managed', 'error.managed.modelCheck', { remedy: 'remedy.managed' });
      }
      if (running !== null) throw textError('busy', 'error.endpoint.checkRuns');
      const controller = new AbortController();
      running = controller;
      try {
        await run(chatId, target, controller.signal);
      } finally {
        running = null;
      }
    },
    async stop() {
      running?.abort();
      if (running === null)
        await stored(() => db.modelChecks.filter(isUnfinished).modify({ endedBy: 'user' }));
    },
    isBusy: () => running !== null,
  };
}

function isUnfinished({ tasks, endedBy }: ModelCheck): boolean {
  return endedBy === null && tasks.length < MODEL_TASKS.length;
}

/** The lower one of two middle numbers; null if there are none. */
function medianOf(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length / 2) - 1] ?? null;
}
