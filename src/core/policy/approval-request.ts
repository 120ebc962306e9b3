import type { Approval, ApprovalCall, ApprovalPreview } from '@/src/schema/approval';
import type { Chat } from '@/src/schema/chat';
import type { DryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { adapterFor } from '../adapter/adapter-of-chat';
import { hashJson } from '../hash';
import { changedBy } from '../page-history/changed-by';
import type { MessageJournal } from '../ports/message-journal';
import type { PageReading } from '../ports/page-port';
import type { GateDeps } from './call-at-gate';

/** The ids of a response's calls that have their result. */
export async function doneCalls(
  { journal }: { journal: Pick<MessageJournal, 'executionsOf'> },
  messageId: string,
): Promise<Set<string>> {
  const executions = await journal.executionsOf(messageId);
  return new Set(executions.filter(({ state }) => state === 'done').map(({ id }) => id));
}

/** True if any call still needs a decision. */
export function isOpen(approval: Pick<Approval, 'calls'>, done: ReadonlySet<string>): boolean {
  return undecidedCalls(approval, done).some(({ isAsked }) => isAsked);
}

/** Dry-run request for a call with the model's arguments; no row is left out. */
export function asWritten({ executionId, tool, args }: ApprovalCall): DryRunRequest {
  return { executionId, tool, args, leftOut: [] };
}

/** The preview of a dry run. `askedOn`: the restorable state against which the changes since the request are computed. */
export async function previewOf(
  deps: GateDeps,
  chat: Chat,
  askedOn: Json,
  { dryRun, reading }: { dryRun: DryRun; reading: PageReading },
): Promise<ApprovalPreview> {
  const adapter = adapterFor(chat, deps.adapters);
  const { stateHash, context } = reading;
  const since = adapter.diffState(askedOn, adapter.restorableState(context));
  return {
    atMs: deps.clock.now(),
    stateHash,
    dryRun,
    since,
    sinceBy: since.length === 0 ? [] : await changedBy(deps, chat, reading),
    digest: dryRunDigest(stateHash, dryRun),
  };
}

/** Hash that identifies a dry run: other effects or steps give another digest. */
export function dryRunDigest(stateHash: string, dryRun: DryRun): string {
  return hashJson({ stateHash, dryRun: dryRun as unknown as Json });
}

/**
 * The calls of an approval request that have neither a decision nor a result. These are the calls that the user decides on, and
 * the calls between them that the policy allows. `done` contains the ids of the calls that have a result.
 */
export function undecidedCalls(
  { calls }: Pick<Approval, 'calls'>,
  done: ReadonlySet<string>,
): ApprovalCall[] {
  return calls.filter(({ executionId, decision }) => decision === null && !done.has(executionId));
}
