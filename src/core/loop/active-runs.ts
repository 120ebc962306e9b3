import { isStewardError, StewardError, toErrorInfo } from '../errors';
import { errorFacts } from '../logging/error-log-level';
import { pageBusy } from '../page-lock/page-busy';
import { type ChatRecord, currentRun } from '../records/record-access';
import { isActive, isLeaseWait, isPageWait } from '../records/transition';
import { createSerializer } from '../serialize';
import { takeQueued } from './accept-input';
import type { LoopDeps } from './agent-loop';
import { changeStatus } from './change-status';
import { delegatedDueAt } from './delegated-calls';
import { endFailed } from './end-run';
import { takeStep } from './take-step';

/** How long a run waits for its page to come back, before it is said to be gone. */
const PAGE_WAIT_MS = 600_000;

/** What is under way in this worker: one loop per chat, and waits that have a bound. Nothing of it is worth keeping. */
interface ActiveRuns {
  /**
   * Takes steps until the run ends or has to wait. Where that is happening already, looks once more behind it, so that
   * nothing is missed that came with the last step; not after a halt.
   */
  launch(chatId: string): void;
  /** Aborts what is under way, awaits a call that has started, and leaves the record's status as it stands. Answers whether anything was. */
  halt(chatId: string): Promise<boolean>;
  /** Drops the time limit of a wait. To be called only after the run has left the wait in the record. */
  endWait(chatId: string): void;
  /** Logs what made a run stand still, and ends the run with it if the record can be written. Never rejects. */
  fail(chatId: string, message: string, cause: unknown): Promise<void>;
  isRunning(chatId: string): boolean;
  /** Resolves when no step is being taken. */
  settled(chatId: string): Promise<void>;
  isBusy(): boolean;
}

interface StepLoop {
  controller: AbortController;
  settled: Promise<void>;
  isRequestedAgain: boolean;
}

/** `turns`: a wait's end takes its turn as any control does, so that it meets none in mid-change. */
export function createActiveRuns(deps: LoopDeps, turns: Pick<ControlTurns, 'inTurn'>): ActiveRuns {
  const running = new Map<string, StepLoop>();
  const waits = new Map<string, AbortController>();

  function launch(chatId: string): void {
    const active = running.get(chatId);
    if (active === undefined) start(chatId);
    else active.isRequestedAgain = true;
  }

  function start(chatId: string): void {
    endWait(chatId);
    const controller = new AbortController();
    const settled = takeAllSteps(chatId, controller.signal)
      .catch((error) => fail(chatId, 'A run can’t go on.', error))
      .finally(() => {
        running.delete(chatId);
        if (loop.isRequestedAgain && !controller.signal.aborted) start(chatId);
      });
    const loop: StepLoop = { controller, settled, isRequestedAgain: false };
    running.set(chatId, loop);
  }

  async function takeAllSteps(chatId: string, signal: AbortSignal): Promise<void> {
    do await takeSteps(deps, chatId, signal);
    while (!signal.aborted && (await takeQueued(deps, chatId, signal)));
    if (!signal.aborted) await startWait(chatId);
  }

  /** A wait that has a bound ends by itself. */
  async function startWait(chatId: string): Promise<void> {
    const record = await deps.journal.load(chatId);
    const dueAtMs = await dueAt(deps, record);
    if (dueAtMs === null) return;
    const runId = currentRun(record).id;
    const controller = new AbortController();
    waits.set(chatId, controller);
    const delayMs = Math.max(0, dueAtMs - deps.clock.now());
    deps.timer
      .sleep(delayMs, controller.signal)
      .then(() =>
        turns.inTurn(chatId, async () => {
          // Another control came first, and what goes on since has its own bound.
          if (!controller.signal.aborted) await endBound(chatId, runId);
        }),
      )
      .catch((error) => {
        if (!controller.signal.aborted) return fail(chatId, 'A wait can’t end.', error);
      })
      .finally(() => {
        if (waits.get(chatId) === controller) waits.delete(chatId);
      });
  }

  /** What came of a step can't be stored: the run fails visibly, if that can be; at least the log says it. */
  async function fail(chatId: string, message: string, cause: unknown): Promise<void> {
    const say = (error: unknown) =>
      deps.logger.error('ai_loop.run', message, { chatId, data: errorFacts(toErrorInfo(error)) });
    say(cause);
    try {
      const run = currentRun(await deps.journal.load(chatId));
      if (isActive(run.status)) await endFailed(deps, run, cause);
    } catch (error) {
      say(error);
    }
  }

  async function endBound(chatId: string, runId: string): Promise<void> {
    const run = await deps.journal.runById(runId);
    if (run.status.state === 'waiting-for-agent-coordination') {
      if (isPageWait(run.status)) {
        await endFailed(deps, run, pageGoneError());
        return;
      }
      // A run that waits for its page's lease only asks again.
      if (!isLeaseWait(run.status)) await changeStatus(deps, run, { type: 'coordination-ended' });
    }
    launch(chatId);
  }

  function endWait(chatId: string): void {
    waits.get(chatId)?.abort();
    waits.delete(chatId);
  }

  return {
    launch,
    async halt(chatId) {
      endWait(chatId);
      const active = running.get(chatId);
      if (active === undefined) return false;
      active.controller.abort(stoppedError());
      await active.settled;
      return true;
    },
    endWait,
    fail,
    isRunning: (chatId) => running.has(chatId),
    async settled(chatId) {
      for (let loop = running.get(chatId); loop !== undefined; loop = running.get(chatId)) {
        await loop.settled;
      }
    },
    isBusy: () => running.size > 0 || waits.size > 0,
  };
}

/**
 * Steps until the run waits or ends. What fails ends the run, visibly; a page that went away is waited for. Rejects with
 * what failed after a step had brought the run to stand still.
 */
async function takeSteps(deps: LoopDeps, chatId: string, signal: AbortSignal): Promise<void> {
  try {
    while (await takeStep(deps, await deps.journal.load(chatId), signal));
  } catch (error) {
    if (signal.aborted) return;
    const run = currentRun(await deps.journal.load(chatId));
    // The step took the run to where it stands still or is over, and failed after that: it has no other end.
    if (!isActive(run.status)) throw error;
    if (isStewardError(error) && error.code === 'page-gone') {
      const untilMs = deps.clock.now() + PAGE_WAIT_MS;
      await changeStatus(deps, run, { type: 'page-lost', untilMs });
    } else {
      await endFailed(deps, run, error);
    }
  }
}

/** When the run's wait ends by itself, in milliseconds since 1970; null if it doesn't. */
async function dueAt(deps: LoopDeps, record: ChatRecord): Promise<number | null> {
  const { status } = currentRun(record);
  if (status.state === 'waiting-for-agent-coordination') return status.untilMs;
  // Nobody takes steps, so it is a delegated call that is waited for.
  return status.state === 'waiting-for-tools' ? delegatedDueAt(deps, record) : null;
}

function pageGoneError(): StewardError {
  return new StewardError('page-gone', 'The page of this chat did not come back.', {
    remedy: 'Open it again, then choose Retry.',
  });
}

/** Runs the controls of one chat one after the other, and can end what they wait for. */
interface ControlTurns {
  /** `control` gets a signal that {@link abort} aborts; it passes the signal to everything that waits for a page. */
  inTurn<Result>(chatId: string, control: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Aborts the waits of all controls that were called before, so that a stop never waits for a page. */
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
      for (const controller of pending.get(chatId) ?? []) controller.abort(stoppedError());
    },
  };
}

/** Why waits end when the user stops a run. */
export function stoppedError(): StewardError {
  return new StewardError('aborted', 'Stopped.', { remedy: 'Send a message to go on.' });
}

/** What the controls of the loop share. */
export interface ControlParts {
  deps: LoopDeps;
  activeRuns: ActiveRuns;
  turns: ControlTurns;
}

/** Throws `busy` while steps are being taken in the chat. */
export function assertIdle(activeRuns: ActiveRuns, chatId: string): void {
  if (!activeRuns.isRunning(chatId)) return;
  throw new StewardError('busy', 'Steward is still working in this chat.', {
    remedy: 'Wait until it is done, or stop it.',
  });
}

/** Rejects with `busy` while the run of another chat works on the chat's page. */
export async function assertPageFree({ journal }: Pick<LoopDeps, 'journal'>, chatId: string): Promise<void> {
  const holder = await journal.pageHolder(chatId);
  if (holder !== null) throw pageBusy(holder);
}
