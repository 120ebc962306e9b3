import type { Run } from '@/src/schema/run';
import { settleRestore } from '../checkpoints/settle-restore';
import { textError } from '../errors';
import { addCancelledRow, hasDroppedAnswer } from '../history/accounting-row';
import { currentRun } from '../records/record-access';
import { hasEnded, isPausable, transition } from '../records/transition';
import { assertIdle, type ControlParts } from './active-runs';
import type { AgentLoop } from './agent-loop';
import { changeStatus } from './change-status';
import { cancelOpenCalls, endStopped, settleEarlierRun } from './end-run';
import { pauseRun } from './take-step';

type HoldControls = Pick<
  AgentLoop,
  'stopGracefully' | 'stop' | 'closeRun' | 'pause' | 'resume' | 'requestStatus' | 'queueStatus'
>;

/** Controls that pause or stop a run, or set its status. */
export function holdControls(parts: ControlParts): HoldControls {
  const { deps, activeRuns } = parts;
  const { journal } = deps;
  const { inTurn } = parts.turns;

  return {
    stopGracefully: (chatId) =>
      inTurn(chatId, () =>
        atBoundary(parts, chatId, 'stop', async () => {
          try {
            await endStopped(deps, chatId);
            activeRuns.endWait(chatId);
          } catch (error) {
            // If the stop was stored before the failure, the next step carries it out.
            activeRuns.launch(chatId);
            throw error;
          }
        }),
      ),

    stop: (chatId) => stopThen(parts, chatId, async () => undefined),

    closeRun: (chatId, task) =>
      stopThen(parts, chatId, async (signal) => {
        await settleRestore(deps, chatId, signal);
        if ((await journal.restoreOf(chatId)) !== null) {
          throw textError('conflict', 'error.loop.mayStillTake');
        }
        await settleEarlierRun(deps, await journal.load(chatId));
        await task();
      }),

    pause: (chatId) =>
      inTurn(chatId, () =>
        atBoundary(parts, chatId, 'pause', async (run) => {
          await pauseRun(deps, run);
          // Only after the pause is stored: if that fails, the wait still needs its timer.
          activeRuns.endWait(chatId);
        }),
      ),

    resume: (chatId) =>
      inTurn(chatId, async () => {
        assertIdle(activeRuns, chatId);
        await changeStatus(deps, currentRun(await journal.load(chatId)), { type: 'resumed' });
        activeRuns.launch(chatId);
      }),

    requestStatus: (chatId, status) =>
      inTurn(chatId, async () => {
        const run = currentRun(await journal.load(chatId));
        if (hasEnded(run.status)) return;
        transition(run.status, { type: 'status-requested', status });
        await activeRuns.halt(chatId);
        try {
          const record = await journal.load(chatId);
          const event = { type: 'status-requested', status } as const;
          if (hasEnded(transition(currentRun(record).status, event))) await cancelOpenCalls(deps, record);
          await changeStatus(deps, currentRun(record), event);
        } finally {
          // The halted run continues, also if its status could not be changed.
          activeRuns.launch(chatId);
        }
      }),

    queueStatus: (chatId, runId, status) =>
      inTurn(chatId, async () => {
        const { run } = await journal.load(chatId);
        const unfinished = run === null || hasEnded(run.status) ? null : run;
        // A run that is about to stop, or that asks no model, sends no request that the status could replace. A
        // status that was meant for a run that has ended must not apply to the next one.
        const isWithoutRequest = unfinished?.control === 'stop' || unfinished?.asksNoModel === true;
        const applies = !isWithoutRequest && runId === (unfinished?.id ?? null);
        if (status === null || applies) await journal.updateChat(chatId, { queuedStatus: status });
      }),
  };
}

/** Requests a pause or stop after the current step, or calls `now` if no step is running. */
async function atBoundary(
  { deps: { journal }, activeRuns }: ControlParts,
  chatId: string,
  control: 'pause' | 'stop',
  now: (run: Run) => Promise<void>,
): Promise<void> {
  const run = currentRun(await journal.load(chatId));
  // The run may have ended, or begun to wait for the user, while the command was on its way.
  if (control === 'pause' ? !isPausable(run.status) : hasEnded(run.status)) return;
  if (!activeRuns.isRunning(chatId)) {
    await now(run);
    return;
  }
  // A stopped run sends no further request, so a status that is queued for that request is dropped.
  const isDropped = control === 'stop' && run.asksNoModel !== true;
  await journal.updateRun(run.id, { control }, isDropped ? { queuedStatus: null } : {});
  // The current step may end in a wait. Then only another step carries out the control.
  activeRuns.launch(chatId);
}

/** Stores that the run was stopped after its step loop was halted. `wasRunning`: the loop was running. */
async function endHalted({ deps }: ControlParts, chatId: string, wasRunning: boolean): Promise<void> {
  const record = await deps.journal.load(chatId);
  const { run } = record;
  if (run === null) return;
  if (hasEnded(run.status)) {
    // The step loop that would have carried out an earlier pause or stop was halted.
    if (run.control !== null) await deps.journal.updateRun(run.id, { control: null }, {});
    return;
  }
  const hasDropped = wasRunning && (await hasDroppedAnswer(deps.journal, record, run.id));
  await endStopped(deps, chatId);
  if (hasDropped) await addCancelledRow(deps, chatId);
}

/** Stops the run, then runs `task` in the same turn, so that no other control comes between them. */
function stopThen(
  parts: ControlParts,
  chatId: string,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { activeRuns, turns } = parts;
  // The halt begins at once; its outcome is stored in turn, so that no other control runs meanwhile.
  const halted = activeRuns.halt(chatId);
  turns.abort(chatId);
  return turns.inTurn(chatId, async (signal) => {
    const wasHalted = await halted;
    const wasRunning = (await activeRuns.halt(chatId)) || wasHalted;
    try {
      await endHalted(parts, chatId, wasRunning);
    } catch (error) {
      // A run that the user stopped must not continue, so it fails. A wait needs its timer again, and a stop that
      // was stored before the failure is carried out by the next step.
      if (wasRunning) await activeRuns.fail(chatId, 'A run can’t be stopped.', error);
      else activeRuns.launch(chatId);
      throw error;
    }
    await task(signal);
  });
}
