import { isRestoring } from '../checkpoints/restore-intent';
import { logFailure } from '../logging/log-failure';
import {
  assertPageFree,
  type ControlParts,
  createActiveRuns,
  createControlTurns,
  prepareWork,
  settleBefore,
} from './active-runs';
import type { AgentLoop, LoopDeps, StepDeps } from './agent-loop';
import { wakingWaiting } from './answer-wait';
import { createAnswerWaits } from './answer-waits';
import { announcingOnce } from './delegated-calls';
import { holdControls } from './hold-controls';
import { inputControls } from './input-controls';
import { settleInterruptedWrites } from './open-calls';
import { resumeControls } from './resume-controls';

/** Delay before the next attempt to settle a restore that was left open, in milliseconds. */
const SETTLE_AGAIN_MS = 30_000;

/**
 * Creates the loop. For each step it reads the stored record, carries out the next step and stores the outcome, until
 * the run concludes or has to wait. Only running steps and timers are in memory, so a restart of the worker loses
 * nothing.
 */
export function createAgentLoop(given: LoopDeps): AgentLoop {
  const answerWaits = createAnswerWaits();
  const wake = (chatIds: readonly string[]): Promise<void> => wakeForAnswer(chatIds);
  const deps: StepDeps = {
    ...given,
    events: wakingWaiting(announcingOnce(given.events), given, answerWaits, wake),
    answerWaits,
    addSystemMessage: (chatId, event, signal) => input.addSystemMessage(chatId, event, signal),
  };
  const allTurns = createControlTurns();
  const activeRuns = createActiveRuns(deps, allTurns);
  const turns: typeof allTurns = {
    ...allTurns,
    inTurn: (chatId, control) =>
      allTurns.inTurn(chatId, async (signal) => {
        await activeRuns.storeFailure(chatId);
        return control(signal);
      }),
  };
  const parts: ControlParts = { deps, activeRuns, turns };
  const input = inputControls(parts);
  const { wakeForAnswer, ...resuming } = resumeControls(parts);

  /** Lets the chats that wait for the page request its lease again. If this fails, their timers do so. */
  function wakeOthers(chatId: string): void {
    resuming.wakeWaiting(chatId).catch((error: unknown) => {
      const text = 'The chats that wait for a page could not be woken.';
      logFailure(deps.logger.warning, 'page.lease', text, error, { chatId });
    });
  }

  return {
    ...input,
    ...holdControls(parts),
    ...resuming,
    async whileIdle(chatId, task, keepsPage) {
      try {
        return await turns.inTurn(chatId, async (signal) => {
          await prepareWork(parts, chatId, signal);
          await settleInterruptedWrites(deps, chatId, signal);
          if (keepsPage !== true) await assertPageFree(deps, chatId);
          return task();
        });
      } catch (error) {
        // The task may have left a restore open.
        void settleLater(parts, chatId).then(() => wakeOthers(chatId));
        throw error;
      } finally {
        // The task may have had the page's lease.
        wakeOthers(chatId);
      }
    },
    isBusy: () => activeRuns.isBusy(),
  };
}

/**
 * Settles a restore of the chat that was left open because its outcome could not be stored or the page didn't
 * answer. Tries again until the restore no longer keeps the page from other chats. Never rejects.
 */
async function settleLater(parts: ControlParts, chatId: string): Promise<void> {
  const { deps, turns } = parts;
  const { clock, journal, logger, timer } = deps;
  try {
    for (;;) {
      const intent = await journal.restoreOf(chatId);
      if (intent === null || !isRestoring(intent, clock.now())) return;
      await timer.sleep(SETTLE_AGAIN_MS);
      await turns.inTurn(chatId, (signal) => settleBefore(parts, chatId, signal)).catch(report);
    }
  } catch (error) {
    report(error);
  }

  function report(error: unknown): void {
    logFailure(logger.warning, 'checkpoint.open', 'A restore can’t be settled yet.', error, { chatId });
  }
}
