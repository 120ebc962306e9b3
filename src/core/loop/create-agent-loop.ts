import { isRestoring } from '../checkpoints/restore-intent';
import { readRevisionInputs, revisionPreview } from '../checkpoints/revision';
import { assertNoRun } from '../checkpoints/rollback-inputs';
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
import { emitRunStart } from './begin-run';
import { sourceOf } from './change-status';
import { announcingOnce } from './delegated-calls';
import { holdControls } from './hold-controls';
import { inputControls } from './input-controls';
import { settleInterruptedWrites } from './open-calls';
import { resumeControls } from './resume-controls';
import { revise } from './revise';

/** Delay before a restore that was left open is settled again, in milliseconds. */
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
          await prepareWork(parts, chatId, signal);
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

/**
 * Settles a restore of the chat that was left open since its outcome could not be stored, or since the page didn't answer. Tries again
 * until the restore no longer keeps the page from other chats. Never rejects.
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

/** Controls that replace a message: edits of the user's messages, and retries of answers. */
function revisionControls(parts: ControlParts): Pick<AgentLoop, 'previewRevision' | 'revise'> {
  const { deps, activeRuns, turns } = parts;
  return {
    async previewRevision(chatId, messageId) {
      const inputs = await readRevisionInputs(deps, chatId, messageId);
      assertNoRun(inputs.record);
      return revisionPreview(inputs);
    },

    revise: (chatId, revision, consent) =>
      turns.inTurn(chatId, async (signal) => {
        await prepareWork(parts, chatId, signal);
        await settleInterruptedWrites(deps, chatId, signal);
        if (revision.page.kind === 'roll-back') await assertPageFree(deps, chatId);
        const run = await deps.journal.runById(await revise(deps, chatId, revision, consent));
        if (revision.text === null) {
          deps.events.emit(sourceOf(run), { type: 'status-changed', status: run.status });
        } else {
          emitRunStart(deps, run);
        }
        activeRuns.launch(chatId);
        return { runId: run.id };
      }),
  };
}
