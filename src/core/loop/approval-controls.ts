import type { Approval } from '@/src/schema/approval';
import type { RunStatus } from '@/src/schema/run-status';
import { type StewardError, textError } from '../errors';
import { type ChatRecord, currentRun } from '../records/record-access';
import { transition, withoutPause } from '../records/transition';
import { changedSincePreview } from '../shared-errors';
import type { ControlParts } from './active-runs';
import type { AgentLoop } from './agent-loop';
import { sourceOf } from './change-status';

/** Controls that preview and decide approval requests. */
export function approvalControls({
  deps,
  activeRuns,
  turns,
}: ControlParts): Pick<AgentLoop, 'previewApproval' | 'decideApproval'> {
  const { journal, gate } = deps;

  /** The approval request and its chat's record. Rejects with `approval-gone` unless the request is pending. */
  async function pending(approvalId: string): Promise<{ approval: Approval; record: ChatRecord }> {
    const approval = await journal.approvalById(approvalId);
    if (approval?.state !== 'pending') throw approvalGone();
    const record = await journal.load(approval.chatId);
    if (record.run?.id !== approval.runId) throw approvalGone();
    return { approval, record };
  }

  return {
    async previewApproval(approvalId, choices) {
      const { approval, record } = await pending(approvalId);
      return gate.preview(record, approval, choices, new AbortController().signal);
    },

    async decideApproval(approvalId, answer, consent) {
      const { chatId } = (await pending(approvalId)).approval;
      await turns.inTurn(chatId, async (signal) => {
        // Check the status first: if the run works again, this control and all after it would wait for the run.
        statusAfterDecision(currentRun((await pending(approvalId)).record).status);
        // The run waits for approval, so at most the end of the last step is still running.
        await activeRuns.settled(chatId);
        const { approval, record } = await pending(approvalId);
        const run = currentRun(record);
        const status = statusAfterDecision(run.status);
        const decided = await gate.decide(record, approval, answer, consent, signal);
        if (decided.kind === 'stale') {
          await journal.updateApproval(decided.approval, {}, null);
          throw changedSincePreview();
        }
        const { allowTools: tools } = answer;
        const made = { id: deps.ids.newId(), atMs: deps.clock.now() };
        await journal.updateApproval(
          decided.approval,
          { status },
          tools.length === 0 ? null : { tools, made },
        );
        deps.events.emit(sourceOf(run), { type: 'status-changed', status });
        activeRuns.launch(chatId);
      });
    },
  };
}

/** The run's status after a decision. Throws `approval-gone` if the run doesn't wait for one. */
function statusAfterDecision(status: RunStatus): RunStatus {
  const current = withoutPause(status);
  // The run was paused after an earlier part of the decision was stored. This part takes effect when the run is
  // resumed.
  if (status.state === 'paused' && current.state === 'waiting-for-tools') return status;
  if (current.state !== 'waiting-for-approval') throw approvalGone();
  return transition(status, { type: 'approval-decided' });
}

function approvalGone(): StewardError {
  return textError('approval-gone', 'error.loop.approvalGone');
}
