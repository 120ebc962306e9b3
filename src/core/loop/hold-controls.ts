import { accountFor } from '../history/accounting-row';
import { currentRun } from '../records/record-access';
import type { Run } from '../records/run';
import { hasEnded, transition } from '../records/transition';
import { assertIdle, type ControlParts } from './active-runs';
import type { AgentLoop } from './agent-loop';
import { changeStatus } from './change-status';
import { endStopped } from './end-run';
import { pauseRun } from './take-step';

type HoldControls = Pick<
  AgentLoop,
  'stopGracefully' | 'stop' | 'pause' | 'resume' | 'requestStatus' | 'queueStatus'
>;

/** How a run is held, ended, or put into another state from outside. */
export function holdControls({ deps, activeRuns, turns }: ControlParts): HoldControls {
  const { journal } = deps;
  const { inTurn } = turns;

  /** Asks for something at the next boundary, or does it now if no step is being taken. */
  async function atBoundary(
    chatId: string,
    control: 'pause' | 'stop',
    now: (run: Run) => Promise<void>,
  ): Promise<void> {
    const run = currentRun(await journal.load(chatId));
    // Refused at once if it makes no sense, rather than at the boundary.
    transition(run.status, { type: control === 'pause' ? 'paused' : 'stopped' });
    if (!activeRuns.isRunning(chatId)) {
      await now(run);
      return;
    }
    await journal.updateRun(run.id, { control });
    // The step under way may be the last one before a wait.
    activeRuns.launch(chatId);
  }

  async function endHalted(chatId: string, wasRunning: boolean): Promise<void> {
    const { run } = await journal.load(chatId);
    if (run === null) return;
    if (hasEnded(run.status)) {
      // The loop that would have carried out an earlier stop or pause was halted above.
      if (run.control !== null) await journal.updateRun(run.id, { control: null });
      return;
    }
    await endStopped(deps, chatId);
    if (wasRunning && run.status.state === 'processing') await accountFor(deps, chatId, 'Cancelled');
  }

  return {
    stopGracefully: (chatId) =>
      inTurn(chatId, () =>
        atBoundary(chatId, 'stop', async () => {
          try {
            await endStopped(deps, chatId);
            activeRuns.endWait(chatId);
          } catch (error) {
            // A stop that was recorded before the failure is carried out by the next step.
            activeRuns.launch(chatId);
            throw error;
          }
        }),
      ),

    async stop(chatId) {
      // At once; what is written of it must not meet another control in mid-change.
      const halted = activeRuns.halt(chatId);
      turns.abort(chatId);
      await inTurn(chatId, async () => {
        const wasHalted = await halted;
        const wasRunning = (await activeRuns.halt(chatId)) || wasHalted;
        try {
          await endHalted(chatId, wasRunning);
        } catch (error) {
          // A run that the user wanted to stop must not go on, so it fails. A wait needs its time limit back, and a
          // stop that was recorded before the failure is carried out.
          if (wasRunning) await activeRuns.fail(chatId, 'A run can’t be stopped.', error);
          else activeRuns.launch(chatId);
          throw error;
        }
      });
    },

    pause: (chatId) =>
      inTurn(chatId, () =>
        atBoundary(chatId, 'pause', async (run) => {
          await pauseRun(deps, run);
          // Only now: a run that could not be held still waits, and needs its time limit.
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
        transition(run.status, { type: 'status-requested', status });
        await activeRuns.halt(chatId);
        try {
          await changeStatus(deps, await journal.runById(run.id), { type: 'status-requested', status });
        } finally {
          // What was halted goes on, whether or not the status still could be changed.
          activeRuns.launch(chatId);
        }
      }),

    queueStatus: (chatId, status) =>
      inTurn(chatId, () => journal.updateChat(chatId, { queuedStatus: status })),
  };
}
