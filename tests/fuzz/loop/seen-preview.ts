import { canonicalJson, hashJson } from '@/src/core/hash';
import type { Approval, ApprovalCall, ApprovalPreview, NotedChoice } from '@/src/schema/approval';
import type { Wanted } from './approval-checker';
import type { ChatWorld } from './chat-world';
import { applyCall, failureOf, type Notes, withoutParts } from './fuzz-adapter';

/** A preview that the user saw of an approval request, with the choices that it is for. */
export interface SeenPreview {
  approvalId: string;
  /** The request's calls when the user opened the preview. */
  calls: readonly ApprovalCall[];
  choices: NotedChoice[];
  preview: ApprovalPreview;
}

/** The decisions that an answer with this preview means: calls, arguments and pages. Also the preview's errors. */
export function decisionsFrom(world: ChatWorld, { approvalId, calls, choices, preview }: SeenPreview) {
  const problems: string[] = [];
  const wanted: Wanted[] = choices.filter(({ verdict }) => verdict === 'reject').map(rejectedCall);
  // Calls may have been added or removed since.
  const known = [...calls, ...(world.tables.approvals.get(approvalId)?.calls ?? [])];
  const notes = world.history.notesOf(preview.stateHash);
  if (notes === undefined) problems.push('a preview is of a state that the page never had');
  let page: Notes = { notes: [...(notes ?? [])], published: [], stock: 0 };
  for (const dryRun of preview.dryRun.calls) {
    const call = known.find(({ executionId }) => executionId === dryRun.executionId);
    const choice = choices.find(({ executionId }) => executionId === dryRun.executionId);
    if (call === undefined || choice?.verdict === 'reject') {
      problems.push('a preview shows a call that is unknown or rejected');
      continue;
    }
    const args = withoutParts(call.tool, choice?.args ?? call.args, choice?.leftOut ?? []);
    const failure = failureOf(page, call.tool, args);
    if (
      dryRun.kind === 'failure'
        ? canonicalResult(dryRun.result) !== canonicalResult(failure)
        : failure !== null
    ) {
      problems.push(`a preview of ${call.tool} shows the wrong outcome (${dryRun.kind})`);
    }
    if (canonicalJson(dryRun.args) !== canonicalJson(args)) {
      problems.push(`a preview of ${call.tool} has the wrong arguments`);
    }
    if (dryRun.stateHashBefore !== hashJson({ notes: page.notes })) {
      problems.push(`a preview of ${call.tool} starts from the wrong page state`);
    }
    const note = choice?.note.trim() ?? '';
    wanted.push({ executionId: dryRun.executionId, verdict: 'approved', note, args, notes: page.notes });
    if (failure === null) page = applyCall(page, call.tool, args);
  }
  return { wanted, problems };
}

/** The user's decision to reject a call. */
export function rejectedCall({ executionId, note }: NotedChoice): Wanted {
  return { executionId, verdict: 'rejected', note: note.trim(), args: {}, notes: [] };
}

/** The choice that rejects a call. */
export function rejectingChoice({ executionId }: ApprovalCall): NotedChoice {
  return { executionId, verdict: 'reject', args: null, leftOut: [], note: '' };
}

/** The calls of an approval request without decision and result, including those that the policy allows. */
export function openCalls({ tables }: ChatWorld, { calls }: Approval): ApprovalCall[] {
  return calls.filter(
    ({ executionId, decision }) => decision === null && tables.executions.get(executionId)?.state !== 'done',
  );
}

/** The open calls that need approval. */
export function callsNeedingApproval(world: ChatWorld, approval: Approval): ApprovalCall[] {
  return openCalls(world, approval).filter(({ isAsked }) => isAsked);
}

function canonicalResult(result: unknown): string {
  return JSON.stringify(result);
}
