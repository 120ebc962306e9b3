import { settleRestore } from '../checkpoints/settle-restore';
import { hasCode } from '../errors';
import { logFailure } from '../logging/log-failure';
import { pageBusy } from '../page-lock/lock-of';
import type { PageReading } from '../ports/page-port';
import { assertLiving, type ChatRecord, currentRun } from '../records/record-access';
import { LONGEST_WAIT_MS } from '../records/run-status';
import { isActive, isAnswerWait, isLeaseWait, isPageWait } from '../records/transition';
import { createSerializer } from '../serialize';
import { chatBusy, pageGone, stopped } from '../shared-errors';
import { takeQueued } from './accept-input';
import type { LoopDeps, StepDeps } from './agent-loop';
import { checkAnswer } from './answer-wait';
import { changeStatus } from './change-status';
import { delegatedDueAt } from './delegated-calls';
import { endFailed } from './end-run';
import { type StepMemory, takeStep } from './take-step';

/** Time limit of a run's wait for its page, in milliseconds. */
const PAGE_WAIT_MS = 600_000;

/**
 * Delay before the next attempt to store a run's failure, in milliseconds. Each control of the chat also makes an
 * attempt before it runs.
 */
const STORE_AGAIN_MS = 30_000;

interface StepLoop {
  controller: AbortController;
  settled: Promise<void>;
  isRequestedAgain: boolean;
}

/**
 * The runs that are active in this worker: one step loop per chat, and waits with a time limit. Kept in memory
 * only. `turns` runs the end of a wait between two controls, never during one.
 */
export function createActiveRuns(deps: StepDeps, turns: Pick<ControlTurns, 'inTurn'>) {
  const running = new Map<string, StepLoop>();
  const waits = createWaits(deps, turns, (chatId, error) =>
    failures.fail(chatId, 'A wait can’t end.', error),
  );
  const failures = createFailures(deps, waits);

  /**
   * Takes steps until the run ends or has to wait. If the chat's step loop is already running, it starts again when
   * it ends; otherwise input that arrives during its last step would be missed. A halted loop doesn't start again.
   */
  function launch(chatId: string): void {
    takeOn(chatId, null);
  }

  function takeOn(chatId: string, opening: PageReading | null): void {
    const active = running.get(chatId);
    if (active === undefined) start(chatId, opening);
    else active.isRequestedAgain = true;
  }

  function start(chatId: string, opening: PageReading | null): void {
    waits.end(chatId);
    const controller = new AbortController();
    const settled = takeAllSteps(chatId, opening, controller.signal)
      .catch((error) => failures.fail(chatId, 'A run can’t go on.', error))
      .finally(() => {
        running.delete(chatId);
        if (loop.isRequestedAgain && !controller.signal.aborted) start(chatId, null);
      });
    const loop: StepLoop = { controller, settled, isRequestedAgain: false };
    running.set(chatId, loop);
  }

  async function takeAllSteps(
    chatId: string,
    opening: PageReading | null,
    signal: AbortSignal,
  ): Promise<void> {
    for (let read = opening; ; read = null) {
      await takeSteps(deps, chatId, read, signal);
      if (signal.aborted) return;
      const record = await deps.journal.load(chatId);
      if (await takeQueued(deps, record, signal)) continue;
      if (!signal.aborted) await startWait(chatId, record);
      return;
    }
  }

  async function startWait(chatId: string, record: ChatRecord): Promise<void> {
    const delayMs = await timeLeft(deps, record);
    if (delayMs === null) return;
    waits.start(chatId, Math.max(0, delayMs), async () => {
      if (await endOverdueWait(deps, currentRun(record).id)) launch(chatId);
    });
  }

  return {
    launch,
    /** Like `launch`, for a run that has just begun with this reading of its page. */
    begin: (chatId: string, opening: PageReading) => takeOn(chatId, opening),
    /**
     * Aborts the chat's step loop and waits for its end. The run's stored status stays. Returns true if a loop was
     * running.
     */
    async halt(chatId: string): Promise<boolean> {
      waits.end(chatId);
      const active = running.get(chatId);
      if (active === undefined) return false;
      active.controller.abort(stopped());
      await active.settled;
      return true;
    },
    /** Cancels the time limit of a wait. Call it only after the run's stored status has left the wait. */
    endWait: waits.end,
    ...failures,
    isRunning: (chatId: string) => running.has(chatId),
    /** Resolves when no step is running in the chat. */
    async settled(chatId: string): Promise<void> {
      for (let loop = running.get(chatId); loop !== undefined; loop = running.get(chatId)) {
        await loop.settled;
      }
    },
    isBusy: () => running.size > 0 || waits.areAny(),
  };
}

/** Keeps the failures of runs until they are stored. */
function createFailures(deps: StepDeps, waits: ReturnType<typeof createWaits>) {
  const failures = new Map<string, unknown>();

  /** Logs the error, and ends the run with it, or keeps the failure for {@link storeFailure}. Never rejects. */
  async function fail(chatId: string, message: string, cause: unknown): Promise<void> {
    const say = (error: unknown) => logFailure(deps.logger.error, 'ai_loop.run', message, error, { chatId });
    say(cause);
    failures.set(chatId, cause);
    await storeFailure(chatId).catch(say);
  }

  /**
   * Ends the run with a failure that could not be stored when it occurred. The run takes no step before that. Rejects
   * if the failure can't be stored now; a timer then starts the next attempt.
   */
  async function storeFailure(chatId: string): Promise<void> {
    if (!failures.has(chatId)) return;
    const cause = failures.get(chatId);
    failures.delete(chatId);
    const run = await deps.journal.openRunOf(chatId);
    if (run === null || !isActive(run.status)) return;
    try {
      await endFailed(deps, run, cause);
    } catch (error) {
      failures.set(chatId, cause);
      waits.start(chatId, STORE_AGAIN_MS, () => storeFailure(chatId));
      throw error;
    }
  }

  return { fail, storeFailure };
}

/** Creates the timers of waits, one for each chat. `fail` is called if the end of a wait rejects; it must not reject. */
function createWaits(
  deps: StepDeps,
  turns: Pick<ControlTurns, 'inTurn'>,
  fail: (chatId: string, cause: unknown) => Promise<void>,
) {
  const waits = new Map<string, AbortController>();

  function end(chatId: string): void {
    waits.get(chatId)?.abort();
    waits.delete(chatId);
  }

  return {
    end,
    areAny: () => waits.size > 0,
    /** Calls `atEnd` in the chat's turn after this time, unless another control ended the wait first. */
    start(chatId: string, delayMs: number, atEnd: () => Promise<void>): void {
      end(chatId);
      const controller = new AbortController();
      waits.set(chatId, controller);
      const failUnlessEnded = async (error: unknown) => {
        if (!controller.signal.aborted) await fail(chatId, error);
      };
      deps.timer
        .sleep(delayMs, controller.signal)
        .then(() =>
          turns.inTurn(chatId, async () => {
            // A later wait has its own timer. `fail` runs within the turn, so that the next control finds the failure.
            if (!controller.signal.aborted) await atEnd().catch(failUnlessEnded);
          }),
        )
        .catch(failUnlessEnded)
        .finally(() => {
          if (waits.get(chatId) === controller) waits.delete(chatId);
        });
    },
  };
}

/** Ends a wait whose time is over. Returns true if the run takes steps again. */
async function endOverdueWait(deps: StepDeps, runId: string): Promise<boolean> {
  const run = await deps.journal.runById(runId);
  if (run.status.state === 'waiting-for-agent-coordination') {
    if (isPageWait(run.status)) {
      await endFailed(deps, run, pageGone(null));
      return false;
    }
    if (isAnswerWait(run.status)) {
      await checkAnswer(deps, await deps.journal.load(run.chatId), run.status, true);
    } else if (!isLeaseWait(run.status)) {
      // A wait for the page's lease continues: the next step requests the lease again.
      await changeStatus(deps, run, { type: 'coordination-ended' });
    }
  }
  return true;
}

/**
 * Takes steps until the run waits or ends. An error ends the run; if the page is gone, the run waits for it. Rejects
 * with an error that occurs after a step has stored a status in which the run is not active.
 */
async function takeSteps(
  deps: StepDeps,
  chatId: string,
  opening: PageReading | null,
  signal: AbortSignal,
): Promise<void> {
  try {
    const memory: StepMemory = { leasedBy: null, opening };
    while (await takeStep(deps, await deps.journal.load(chatId), memory, signal)) memory.opening = null;
  } catch (error) {
    if (signal.aborted) return;
    // Reads the run only: a damaged message of the chat may be the cause of the error.
    const run = await deps.journal.openRunOf(chatId);
    // The step stored a status in which the run isn't active, and failed after that: that status stays.
    if (run === null || !isActive(run.status)) throw error;
    if (hasCode(error, 'page-gone')) {
      const untilMs = deps.clock.now() + PAGE_WAIT_MS;
      await changeStatus(deps, run, { type: 'page-lost', untilMs });
    } else {
      await endFailed(deps, run, error);
    }
  }
}

/**
 * Time until the end of the run's wait, in milliseconds; null if it has no time limit. Bounded, since the clock may have been set
 * back while no worker was running.
 */
async function timeLeft(deps: LoopDeps, record: ChatRecord): Promise<number | null> {
  const { status } = currentRun(record);
  const nowMs = deps.clock.now();
  if (status.state === 'waiting-for-agent-coordination') {
    return Math.min(status.untilMs - nowMs, isPageWait(status) ? PAGE_WAIT_MS : LONGEST_WAIT_MS);
  }
  if (status.state !== 'waiting-for-tools') return null;
  // No step is running, so the run waits for the result of a delegated call.
  const dueAtMs = await delegatedDueAt(deps, record);
  return dueAtMs === null ? null : dueAtMs - nowMs;
}

/** Runs the controls of one chat one after the other, and can abort them. */
interface ControlTurns {
  /**
   * Runs `control` after the chat's earlier controls. `control` must pass its signal to each page request;
   * {@link abort} aborts it.
   */
  inTurn<Result>(chatId: string, control: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Aborts the signals of the chat's running and pending controls, so that a stop never waits for a page. */
  abort(chatId: string): void;
}

export function createControlTurns(): ControlTurns {
  const serially = createSerializer();
  const pending = new Map<string, Set<AbortController>>();

  return {
    async inTurn(chatId, control) {
      const controller = new AbortController();
      const ofChat = pending.get(chatId) ?? new Set();
      pending.set(chatId, ofChat.add(controller));
      try {
        return await serially(chatId, () => control(controller.signal));
      } finally {
        ofChat.delete(controller);
        if (ofChat.size === 0 && pending.get(chatId) === ofChat) pending.delete(chatId);
      }
    },
    abort(chatId) {
      // A chat without a pending control has none to abort.
      for (const controller of pending.get(chatId) ?? []) controller.abort(stopped());
    },
  };
}

/** Shared by all groups of controls, so that they use the same step loops and run in one order. */
export interface ControlParts {
  deps: LoopDeps;
  activeRuns: ReturnType<typeof createActiveRuns>;
  turns: ControlTurns;
}

/** Settles an unfinished restore of the chat, unless a step is running. */
export async function settleBefore(
  { deps, activeRuns }: Pick<ControlParts, 'deps' | 'activeRuns'>,
  chatId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!activeRuns.isRunning(chatId)) await settleRestore(deps, chatId, signal);
}

/**
 * Prepares a command that begins work in an idle chat: settles an unfinished restore. Rejects with `not-found` for a
 * deleted chat, and with `busy` while a step is running in the chat.
 */
export async function prepareWork(parts: ControlParts, chatId: string, signal: AbortSignal): Promise<void> {
  assertLiving(await parts.deps.journal.chatById(chatId));
  await settleBefore(parts, chatId, signal);
  assertIdle(parts.activeRuns, chatId);
}

/** Throws `busy` while a step is running in the chat. */
export function assertIdle(
  { isRunning }: Pick<ControlParts['activeRuns'], 'isRunning'>,
  chatId: string,
): void {
  if (!isRunning(chatId)) return;
  throw chatBusy();
}

/** Rejects with `busy` while the run of another chat works on the chat's page. */
export async function assertPageFree({ journal }: Pick<LoopDeps, 'journal'>, chatId: string): Promise<void> {
  const holder = await journal.pageHolder(chatId);
  if (holder !== null) throw pageBusy(holder);
}
