import { StewardError } from '../errors';
import { policyRecord } from '../policy/policy-record';
import { policyChanges } from '../policy/policy-settings';
import type { AllowedTools } from '../ports/journal';
import type { Approval } from '../records/approval';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import type { RunStatus } from '../records/run-status';
import { transition } from '../records/transition';
import type { ControlParts } from './active-runs';
import type { AgentLoop, LoopDeps } from './agent-loop';
import { sourceOf } from './change-status';

/** How the user looks at a question, and answers it. */
export function approvalControls({
  deps,
  activeRuns,
  turns,
}: ControlParts): Pick<AgentLoop, 'previewApproval' | 'decideApproval'> {
  const { journal, gate } = deps;

  /** The question and its record, if it is still open. */
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
        // Else a run that goes on already would be waited for, and with it every other control.
        statusAfterDecision(currentRun((await pending(approvalId)).record).status);
        // The run stands at the question, so there is no more under way than a last look.
        await activeRuns.settled(chatId);
        const { approval, record } = await pending(approvalId);
        const run = currentRun(record);
        const status = statusAfterDecision(run.status);
        const decided = await gate.decide(record, approval, answer, consent, signal);
        if (decided.kind === 'stale') {
          await journal.updateApproval(decided.approval, {}, null);
          throw changedSince();
        }
        await journal.updateApproval(
          decided.approval,
          { status },
          allowedBy(deps, record, answer.allowTools),
        );
        deps.events.emit(sourceOf(run), { type: 'status-changed', status });
        activeRuns.launch(chatId);
      });
    },
  };
}

/** The run's status behind an answer. Throws `approval-gone` if the run doesn't stand at a question. */
function statusAfterDecision(status: RunStatus): RunStatus {
  const stands = status.state === 'paused' ? status.before : status;
  // On hold behind an earlier part of the answer: this part waits with it.
  if (status.state === 'paused' && stands.state === 'waiting-for-tools') return status;
  if (stands.state !== 'waiting-for-approval') throw approvalGone();
  return transition(status, { type: 'approval-decided' });
}

/** What Steward may do from now on; part of the audit, like what it did. */
function allowedBy(deps: LoopDeps, { chat }: ChatRecord, tools: readonly string[]): AllowedTools | null {
  const own = Object.fromEntries(tools.map((tool) => [tool, 'allow' as const]));
  const settings = { ...chat.settings, permissions: { ...chat.settings.permissions, ...own } };
  const changes = policyChanges(chat.settings, settings);
  if (changes.length === 0) return null;
  const made = { id: deps.ids.newId(), atMs: deps.clock.now() };
  return { tools, audit: policyRecord(chat, settings, changes, made) };
}

function approvalGone(): StewardError {
  return new StewardError('approval-gone', 'This question is no longer open.', {
    remedy: 'Look at the conversation: it was answered, or the run was stopped.',
  });
}

function changedSince(): StewardError {
  return new StewardError('page-changed', 'The page changed since you saw what this would do.', {
    remedy: 'Look at what it would do now, then decide again.',
  });
}
