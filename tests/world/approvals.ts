import type { Approval, ApprovalPreview, NotedChoice } from '@/src/schema/approval';
import type { StewardInMemory } from './steward-in-memory';

/** The approval request that waits for the user; undefined if there is none. */
export function pendingApproval({ db }: Pick<StewardInMemory, 'db'>): Promise<Approval | undefined> {
  return db.approvals.filter(({ state }) => state === 'pending').first();
}

/** Previews the choices, as the panel does while the user edits them. Throws if they have no preview. */
export async function previewChoices(
  { command }: Pick<StewardInMemory, 'command'>,
  approvalId: string,
  choices: readonly NotedChoice[],
): Promise<ApprovalPreview> {
  const { preview } = await command<'preview-approval'>({
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
  await command<'decide-approval'>({
    type: 'decide-approval',
    approvalId,
    digest,
    choices: [...choices],
    allowTools,
  });
}
