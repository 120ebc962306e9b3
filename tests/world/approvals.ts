import type { Approval, ApprovalPreview, NotedChoice } from '@/src/schema/approval';
import type { StewardInMemory } from './steward-in-memory';

/** The approval request that waits for the user; undefined if there is none. */
export function pendingApproval({ db }: Pick<StewardInMemory, 'db'>): Promise<Approval | undefined> {
  return db.approvals.filter(({ state }) => state === 'pending').first();
}

/** Like {@link pendingApproval}, but throws if no request waits. */
export async function openApproval(steward: Pick<StewardInMemory, 'db'>): Promise<Approval> {
  const approval = await pendingApproval(steward);
  if (approval === undefined) throw new Error('No approval request is pending.');
  return approval;
}

/** The same choice for each of these calls. `how`: what differs from an approval of the call as it is. */
export function choicesFor(
  calls: readonly Pick<NotedChoice, 'executionId'>[],
  how: Partial<NotedChoice> = {},
): NotedChoice[] {
  return calls.map(({ executionId }) => {
    return { executionId, verdict: 'approve', args: null, leftOut: [], note: '', ...how };
  });
}

/** Previews the choices, as the panel does while the user edits them. Throws if they have no preview. */
export async function previewChoices(
  { command }: Pick<StewardInMemory, 'command'>,
  approvalId: string,
  choices: readonly NotedChoice[],
): Promise<ApprovalPreview> {
  const { preview } = await command({
    type: 'preview-approval',
    approvalId,
    choices: choices.map(({ note: _, ...choice }) => choice),
  });
  if (preview === null) throw new Error('The choices have no preview.');
  return preview;
}

/** Submits the choices with the digest of the preview that the user saw. Rejects if they are refused. */
export async function decideApproval(
  { command }: Pick<StewardInMemory, 'command'>,
  decision: { approvalId: string; digest: string; choices: readonly NotedChoice[]; allowTools?: string[] },
): Promise<void> {
  const { approvalId, digest, choices, allowTools = [] } = decision;
  await command({
    type: 'decide-approval',
    approvalId,
    digest,
    choices: [...choices],
    allowTools,
  });
}

/** The user makes the same choice for all open calls, sees its preview, and confirms. Resolves when the run goes no further by itself. */
export async function answerAll(steward: StewardInMemory, how: Partial<NotedChoice> = {}): Promise<void> {
  const { id: approvalId, calls } = await openApproval(steward);
  const open = calls.filter(({ isAsked, decision }) => isAsked && decision === null);
  const choices = choicesFor(open, how);
  const { digest } = await previewChoices(steward, approvalId, choices);
  await decideApproval(steward, { approvalId, digest, choices });
  await steward.settled();
}

/** The user approves all calls on the preview that the request came with. */
export async function approveAsShown(steward: StewardInMemory, ofChat?: string): Promise<void> {
  const { id: approvalId, calls, preview } = await openApproval(steward);
  await decideApproval(steward, { approvalId, digest: preview.digest, choices: choicesFor(calls) });
  await steward.settled(ofChat);
}
