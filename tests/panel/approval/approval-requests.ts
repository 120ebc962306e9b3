import type { JsonObject } from '@/src/core/json';
import type { Approval, ApprovalCall, ApprovalPreview } from '@/src/core/records/approval';
import type { CallDryRun, ChangePreview, DryRunRow } from '@/src/core/records/dry-run';
import { callLabel } from '@/src/core/tools/call-label';

/** A call that is asked about. */
export function askedCall(
  executionId: string,
  tool: string,
  args: JsonObject = {},
  changes: Partial<ApprovalCall> = {},
): ApprovalCall {
  const label = callLabel(tool, args);
  return {
    executionId,
    tool,
    label,
    question: `Run ${label}?`,
    args,
    isAsked: true,
    decision: null,
    shown: null,
    ...changes,
  };
}

/** A preview that says nothing but its summary. */
export function changePreview(summary: string, changes: Partial<ChangePreview> = {}): ChangePreview {
  return { summary, effects: [], unchanged: null, differences: [], notes: [], ...changes };
}

/** The plan of a call that would change something. */
export function changePlan(
  { executionId, args }: ApprovalCall,
  preview: ChangePreview,
  rows: DryRunRow[] = [],
): CallDryRun {
  return {
    kind: 'change',
    executionId,
    args,
    preview,
    rows,
    step: {},
    stateHashBefore: hashOf('s'),
    savedHashBefore: null,
    after: null,
  };
}

/** 64 digits, told apart by the first. */
export function hashOf(letter: string): string {
  return letter.padEnd(64, '0');
}

/** A preview of these plans; `net` in one word unless given. */
export function questionPreview(
  plans: CallDryRun[],
  changes: Partial<ApprovalPreview> & { net?: ChangePreview } = {},
): ApprovalPreview {
  const { net = changePreview('Net.'), ...others } = changes;
  return {
    atMs: 0,
    stateHash: hashOf('s'),
    dryRun: { calls: plans, net },
    since: [],
    sinceBy: [],
    digest: hashOf('d'),
    ...others,
  };
}

/** A question about these calls; each would do what its label says unless a preview is given. */
export function question(calls: ApprovalCall[], preview?: ApprovalPreview): Approval {
  return {
    id: 'a',
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    calls,
    askedOn: {},
    preview:
      preview ?? questionPreview(calls.map((call) => changePlan(call, changePreview(`Does ${call.label}.`)))),
    createdAtMs: 0,
    state: 'pending',
    decidedAtMs: null,
  };
}
