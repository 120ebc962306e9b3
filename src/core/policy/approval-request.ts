import { adapterFor } from '../adapter/adapter-of-chat';
import { hashJson } from '../hash';
import type { Json } from '../json';
import { changedBy } from '../page-history/changed-by';
import type { Journal } from '../ports/journal';
import type { PageReading } from '../ports/page-port';
import type { Approval, ApprovalCall, ApprovalPreview } from '../records/approval';
import type { Chat } from '../records/chat';
import type { DryRun, DryRunRequest } from '../records/dry-run';
import type { GateDeps } from './gate-deps';

/** The ids of a response's calls that have their result. */
export async function doneCalls(
  { journal }: { journal: Pick<Journal, 'executionsOf'> },
  messageId: string,
): Promise<Set<string>> {
  const executions = await journal.executionsOf(messageId);
  return new Set(executions.filter(({ state }) => state === 'done').map(({ id }) => id));
}

/** The calls of a question that can still be decided, and those that run between them; `done` have their result. */
export function openCallsOf({ calls }: Pick<Approval, 'calls'>, done: ReadonlySet<string>): ApprovalCall[] {
  return calls.filter(({ executionId, decision }) => decision === null && !done.has(executionId));
}

/** Whether there is anything left to decide. */
export function isOpen(approval: Pick<Approval, 'calls'>, done: ReadonlySet<string>): boolean {
  return openCallsOf(approval, done).some(({ isAsked }) => isAsked);
}

/** A call as the model wrote it, to be planned whole. */
export function asWritten({ executionId, tool, args }: ApprovalCall): DryRunRequest {
  return { executionId, tool, args, leftOut: [] };
}

/** What is shown of a plan. `askedOn`: the state that what changed since is told against. */
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

/** Names a plan: other models, rules or steps give another digest. */
export function dryRunDigest(stateHash: string, dryRun: DryRun): string {
  return hashJson({ stateHash, dryRun: dryRun as unknown as Json });
}
