import { readRevisionInputs, revisionPreview } from '../checkpoints/revision';
import { assertNoRun } from '../checkpoints/rollback-inputs';
import { assertIdle, assertPageFree, type ControlParts, settleBefore } from './active-runs';
import type { AgentLoop } from './agent-loop';
import { emitRunStart } from './begin-run';
import { sourceOf } from './change-status';
import { settleInterruptedWrites } from './open-calls';
import { revise } from './revise';

/** Controls that replace a message: edits of the user's messages, and retries of answers. */
export function revisionControls(parts: ControlParts): Pick<AgentLoop, 'previewRevision' | 'revise'> {
  const { deps, activeRuns, turns } = parts;
  return {
    async previewRevision(chatId, messageId) {
      const inputs = await readRevisionInputs(deps, chatId, messageId);
      assertNoRun(inputs.record);
      return revisionPreview(inputs);
    },

    revise: (chatId, revision, consent) =>
      turns.inTurn(chatId, async (signal) => {
        assertIdle(activeRuns, chatId);
        await settleBefore(parts, chatId, signal);
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
