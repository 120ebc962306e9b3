import { doneCalls, undecidedCalls } from '@/src/core/policy/approval-request';
import type { NotedChoice } from '@/src/schema/approval';
import type { createLoopHarness } from './loop-harness';

type Harness = Awaited<ReturnType<typeof createLoopHarness>>;

/**
 * The user previews the first open call of the pending approval request by itself, and decides on it.
 * Resolves when the decision is stored.
 */
export async function decideFirst(h: Harness, how: Partial<Omit<NotedChoice, 'executionId'>>): Promise<void> {
  const approval = await h.pendingApproval();
  const open = undecidedCalls(approval, await doneCalls(h.deps, approval.messageId));
  const first = open.find(({ isAsked }) => isAsked);
  if (first === undefined) throw new Error('no call needs approval');
  const { executionId } = first;
  const choices: NotedChoice[] = [
    { executionId, verdict: 'approve', args: null, leftOut: [], note: '', ...how },
  ];
  const { preview } = await h.loop.previewApproval(approval.id, choices);
  if (preview === null) throw new Error('the choice doesn’t fit');
  const answer = { digest: preview.digest, choices, allowTools: [] };
  await h.loop.decideApproval(approval.id, answer, h.consents.give(approval.id));
}
