import { textError, toErrorInfo } from '@/src/core/errors';
import type { AIService } from '@/src/core/llm/ai-service';
import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Clock, IdSource, Timer } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import { assertLiving } from '@/src/core/records/record-access';
import { contextTokens } from '@/src/core/usage/context-window';
import { endpointToAsk } from '@/src/core/usage/token-budget';
import type { ModelCheck } from '@/src/schema/model-check';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import { isUnfinished } from '@/src/schema/values/model-tasks';
import type { ModelTarget } from '@/src/store/chat-usage';
import type { StewardDatabase } from '@/src/store/db';
import { CHECK_DATABASE, createDatabase } from '@/src/store/upgrades';
import { stored } from '../storage/storage-error';
import { checkModel, type TaskOutcome } from './check-model';

/** The checks of models, one at a time. */
export interface ModelChecks {
  /**
   * Checks a model, and stores the outcome after each task. The chat's usage counts the requests, and so does its token budget. Rejects with
   * `busy` during another check, with `managed` if the policy forbids checks, with `not-found` for a deleted chat, and with the errors of
   * {@link endpointToAsk}. What ends a check later is a part of its outcome. Once its connection is deleted or leads elsewhere, the check
   * ends without an outcome.
   */
  check(chatId: string, target: ModelTarget): Promise<void>;
  /** Ends the running check. Resolves once it sends and stores nothing more. */
  stop(): Promise<void>;
  isBusy(): boolean;
}

export function createModelChecks(deps: {
  db: StewardDatabase;
  ai: AIService;
  endpoints: EndpointPort;
  journal: Pick<Journal, 'addUsage' | 'chatById' | 'tokensUsed'>;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  policy(): Promise<ManagedPolicy>;
  /** Steward's version. */
  version: string;
}): ModelChecks {
  const { db, clock, ids, journal } = deps;
  let running: { controller: AbortController; ended: Promise<void> } | null = null;

  async function run(chatId: string, target: ModelTarget, signal: AbortSignal): Promise<void> {
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
    await assertAskable(chatId, target);
    await stored(() => db.modelChecks.put(check));
    const own = createDatabase(CHECK_DATABASE);
    try {
      // Chats are left of a check during which the worker was stopped.
      await own.delete();
      await own.open();
      for await (const outcome of checkModel(deps, own, target, signal)) {
        await countUsage(chatId, target, outcome);
        if (signal.aborted) break;
        const { task, isPassed, error } = outcome;
        check.endedBy = error;
        if (error === null) {
          check.tasks.push({ task, isPassed });
          firstPieces.push(...outcome.firstPieceMs);
          check.firstPieceMs = medianOf(firstPieces);
          for (const counts of outcome.counts)
            if (counts !== null) check.tokens = (check.tokens ?? 0) + contextTokens(counts);
        }
        if (!(await store(check))) break;
        if (isUnfinished(check)) await assertAskable(chatId, target);
      }
      if (signal.aborted && isUnfinished(check)) check.endedBy = 'user';
    } catch (error) {
      check.endedBy = toErrorInfo(error);
    }
    await store(check);
    await own.delete();
  }

  /** Rejects if the policy forbids checks, or the chat may not send a request to the model. */
  async function assertAskable(chatId: string, target: ModelTarget): Promise<void> {
    if (!(await deps.policy()).modelCheck) {
      throw textError('managed', 'error.managed.modelCheck', { remedy: 'remedy.managed' });
    }
    const chat = await journal.chatById(chatId);
    assertLiving(chat);
    await endpointToAsk(deps, { ...chat, settings: { ...chat.settings, ...target } });
  }

  /** Stores the outcome so far. False if its row is gone: the connection was deleted, or leads elsewhere now. */
  async function store(check: ModelCheck): Promise<boolean> {
    const { connectionId, model } = check;
    const row = db.modelChecks.where(':id').equals([connectionId, model]);
    return (await stored(() => row.modify((value) => void Object.assign(value, check)))) > 0;
  }

  async function countUsage(chatId: string, target: ModelTarget, { counts }: TaskOutcome): Promise<void> {
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
      if (running !== null) throw textError('busy', 'error.endpoint.checkRuns');
      const controller = new AbortController();
      const ended = run(chatId, target, controller.signal);
      running = { controller, ended };
      try {
        await ended;
      } finally {
        running = null;
      }
    },
    async stop() {
      running?.controller.abort();
      // Its error is that of the command that started it.
      await running?.ended.catch(() => undefined);
    },
    isBusy: () => running !== null,
  };
}

/** The median, or the lower one of two middle numbers; null for no numbers. */
function medianOf(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length / 2) - 1] ?? null;
}
