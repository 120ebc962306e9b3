import { canonicalJson, hashJson } from '@/src/core/hash';
import type { Approval, ApprovalCall, NotedChoice, QuestionPreview } from '@/src/core/policy/approval';
import type { Wanted } from './approval-witness';
import type { ChatWorld } from './chat-world';
import { applyCall, failureOf, type Notes, withoutParts } from './fuzz-adapter';

/** What the user saw of a question, and what they would have done about it. */
export interface Sight {
  approvalId: string;
  /** Its calls as they were when the user began to look. */
  calls: readonly ApprovalCall[];
  choices: NotedChoice[];
  preview: QuestionPreview;
}

/** What an answer to this sight means: which call may run, with what, on which page. And what the preview got wrong. */
export function meaningOf(world: ChatWorld, { approvalId, calls, choices, preview }: Sight) {
  const problems: string[] = [];
  const wanted: Wanted[] = choices.filter(({ verdict }) => verdict === 'reject').map(refusal);
  // It may have got others, or lost some, while they looked.
  const known = [...calls, ...(world.tables.approvals.get(approvalId)?.calls ?? [])];
  const notes = world.history.notesOf(preview.stateHash);
  if (notes === undefined) problems.push('a preview is of a page that never was');
  let page: Notes = { notes: [...(notes ?? [])], published: [], stock: 0 };
  for (const plan of preview.dryRun.calls) {
    const call = known.find(({ executionId }) => executionId === plan.executionId);
    const choice = choices.find(({ executionId }) => executionId === plan.executionId);
    if (call === undefined || choice?.verdict === 'reject') {
      problems.push('a preview shows a call that nobody wants');
      continue;
    }
    const args = withoutParts(call.tool, choice?.args ?? call.args, choice?.leftOut ?? []);
    const failure = failureOf(page, call.tool, args);
    if (
      plan.kind === 'failure' ? canonicalResult(plan.result) !== canonicalResult(failure) : failure !== null
    ) {
      problems.push(`a preview of ${call.tool} shows a ${plan.kind} that it isn’t`);
    }
    if (canonicalJson(plan.args) !== canonicalJson(args)) {
      problems.push(`a preview of ${call.tool} is of other arguments`);
    }
    if (plan.stateHashBefore !== hashJson({ notes: page.notes })) {
      problems.push(`a preview of ${call.tool} begins with another page`);
    }
    const note = choice?.note.trim() ?? '';
    wanted.push({ executionId: plan.executionId, verdict: 'approved', note, args, notes: page.notes });
    if (failure === null) page = applyCall(page, call.tool, args);
  }
  return { wanted, problems };
}

/** A call that the user wants not to run. */
export function refusal({ executionId, note }: NotedChoice): Wanted {
  return { executionId, verdict: 'rejected', note: note.trim(), args: {}, notes: [] };
}

/** The choice to have a call not run. */
export function rejection({ executionId }: ApprovalCall): NotedChoice {
  return { executionId, verdict: 'reject', args: null, leftOut: [], note: '' };
}

/** The calls of a question that nobody decided yet, with those between them that the policy lets run. */
export function openCalls({ tables }: ChatWorld, { calls }: Approval): ApprovalCall[] {
  return calls.filter(
    ({ executionId, decision }) => decision === null && tables.executions.get(executionId)?.state !== 'done',
  );
}

/** Those of them that ask. */
export function undecided(world: ChatWorld, approval: Approval): ApprovalCall[] {
  return openCalls(world, approval).filter(({ isAsked }) => isAsked);
}

function canonicalResult(result: unknown): string {
  return JSON.stringify(result);
}
