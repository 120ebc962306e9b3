import { logFailure } from '../logging/log-failure';
import {
  assertIdle,
  assertPageFree,
  type ControlParts,
  createActiveRuns,
  createControlTurns,
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
import { revisionControls } from './revision-controls';
import { settleLater } from './settle-later';

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
  const { revise, ...revising } = revisionControls(parts);

  /** Lets the chats that wait for the page request its lease again. If this fails, their timers do so. */
  function wakeOthers(chatId: string): void {
    resuming.wakeWaiting(chatId).catch((error: unknown) => {
      const text = 'The chats that wait for a page could not be woken.';
      logFailure(deps.logger.warning, 'page.lease', text, error, { chatId });
    });
  }

  /** Runs a control that may change the page. If it fails, a restore that it left open is settled later. */
  async function changing<Result>(chatId: string, control: () => Promise<Result>): Promise<Result> {
    try {
      return await control();
    } catch (error) {
      void settleLater(parts, chatId).then(() => wakeOthers(chatId));
      throw error;
    }
  }

  return {
    ...input,
    ...holdControls(parts),
    ...resuming,
    ...revising,
    revise: (chatId, revision, consent) => changing(chatId, () => revise(chatId, revision, consent)),
    async whileIdle(chatId, task) {
      const control = () =>
        turns.inTurn(chatId, async (signal) => {
          assertIdle(activeRuns, chatId);
          await settleBefore(parts, chatId, signal);
          await settleInterruptedWrites(deps, chatId, signal);
          await assertPageFree(deps, chatId);
          return task();
        });
      try {
        return await changing(chatId, control);
      } finally {
        // The task may have had the page's lease.
        wakeOthers(chatId);
      }
    },
    isBusy: () => activeRuns.isBusy(),
  };
}
