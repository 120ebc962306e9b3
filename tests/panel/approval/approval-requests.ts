import { callLabel } from '@/src/core/tools/call-label';
import type { Approval, ApprovalCall, ApprovalPreview } from '@/src/schema/approval';
import type { CallDryRun, ChangePreview, DryRunRow } from '@/src/schema/dry-run';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { JsonObject } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';

/** A call that needs approval. */
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

/** A preview with only a summary. */
export function changePreview(summary: Said, changes: Partial<ChangePreview> = {}): ChangePreview {
  return { summary, effects: [], unchanged: null, differences: [], notes: [], ...changes };
}

/** The dry run of a call that would change the page, and nothing that is saved. */
export function changeDryRun(
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
    savedHashBefore: hashOf('f'),
    after: { stateHash: hashOf('t'), savedHash: hashOf('f') },
  };
}

/** The dry run of a call that would save the page. */
export function saveDryRun(call: ApprovalCall, preview: ChangePreview): CallDryRun {
  return withAfter(call, preview, { stateHash: hashOf('s'), savedHash: hashOf('g') });
}

/** The dry run of a call whose effect can't be computed. */
export function unknownDryRun(call: ApprovalCall, preview: ChangePreview): CallDryRun {
  return withAfter(call, preview, null);
}

/** The dry run of a call that would fail with this message. */
export function failureDryRun({ executionId, args }: ApprovalCall, message: string): CallDryRun {
  return {
    kind: 'failure',
    executionId,
    args,
    rows: [],
    stateHashBefore: hashOf('s'),
    savedHashBefore: hashOf('f'),
    result: { success: false, message, error_code: 'nothing_to_change' },
  };
}

function withAfter(call: ApprovalCall, preview: ChangePreview, after: PageHashes | null): CallDryRun {
  const dryRun = changeDryRun(call, preview);
  return dryRun.kind === 'change' ? { ...dryRun, after } : dryRun;
}

/** A hash of 64 digits, all equal to `digit`. */
export function hashOf(letter: string): string {
  return letter.padEnd(64, '0');
}

/** A preview of these dry runs; `net` is one word unless given. */
export function questionPreview(
  dryRuns: CallDryRun[],
  changes: Partial<ApprovalPreview> & { net?: ChangePreview } = {},
): ApprovalPreview {
  const { net = changePreview('Net.'), ...others } = changes;
  return {
    atMs: 0,
    stateHash: hashOf('s'),
    dryRun: { calls: dryRuns, net },
    since: [],
    sinceBy: [],
    digest: hashOf('d'),
    ...others,
  };
}

/** An approval request for these calls; without a preview, each would do what its label says. */
export function question(calls: ApprovalCall[], preview?: ApprovalPreview): Approval {
  return {
    id: 'a',
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    calls,
    askedOn: {},
    preview:
      preview ??
      questionPreview(calls.map((call) => changeDryRun(call, changePreview(`Does ${call.label}.`)))),
    createdAtMs: 0,
    state: 'pending',
    decidedAtMs: null,
  };
}
