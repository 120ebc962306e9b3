import type {
  Approval,
  ApprovalAnswer,
  ApprovalCall,
  ApprovalPreview,
  ArgumentProblem,
  CallChoice,
  CallDecision,
  NotedChoice,
} from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import { say } from '@/src/schema/values/said';
import { toolsFor } from '../adapter/adapter-of-chat';
import { textError } from '../errors';
import { isSameJson } from '../hash';
import type { ChatRecord } from '../records/record-access';
import { english } from '../text/english';
import { doneCalls, isOpen, previewOf, undecidedCalls } from './approval-request';
import type { GateDeps } from './call-at-gate';
import { alwaysAsks } from './permission-for';
import { missingDryRun } from './plain-dry-run';
import { misfit, type ReadChoices, readChoices } from './read-choices';
import { callsOfRequest, renewApproval } from './request-approval';
import { sealed } from './sealed-decisions';
import { shownEffect } from './shown-effect';
import type { UserConsent } from './user-consent';

/** The preview of an approval request's undecided calls with the user's choices. */
export async function previewChoices(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  choices: readonly CallChoice[],
  signal: AbortSignal,
): Promise<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }> {
  const read = await readFor(deps, record, approval, choices);
  if (read.problems.length > 0) return { preview: null, problems: read.problems };
  return { preview: await previewRead(deps, record, approval, read, signal), problems: [] };
}

/** Accepts a decision if the preview on which it is based is still valid. A rejection of all calls is always accepted. */
export async function decideApproval(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  answer: ApprovalAnswer,
  consent: UserConsent,
  signal: AbortSignal,
): Promise<DecidedApproval> {
  deps.consents.assertGiven(consent, approval.id);
  assertRequested(record, approval, answer.allowTools, deps);
  const read = await readFor(deps, record, approval, answer.choices);
  if (read.problems.length > 0) {
    throw textError('invalid-message', 'error.policy.arguments', {
      details: read.problems.map(({ path, message }) => `${path.join('.')}: ${english(message)}`).join('\n'),
    });
  }
  if (read.chosen.length === 0) throw misfit('No call that needs approval is decided.');
  const isRefusal = read.chosen.every(({ choice }) => choice.verdict === 'reject');
  let dryRuns: readonly CallDryRun[] = [];
  if (!isRefusal) {
    const preview = await previewRead(deps, record, approval, read, signal);
    if (preview.digest !== answer.digest) {
      return { kind: 'stale', approval: await renewed(deps, record, approval, signal) };
    }
    dryRuns = preview.dryRun.calls;
  }
  const atMs = deps.clock.now();
  const done = await doneCalls(deps, approval.messageId);
  const calls = approval.calls.map((call): ApprovalCall => {
    const dryRun = dryRuns.find(({ executionId }) => executionId === call.executionId) ?? null;
    const chosen = read.chosen.find(({ call: { executionId } }) => executionId === call.executionId);
    return {
      ...call,
      decision: chosen === undefined ? call.decision : decisionOf(call, chosen.choice, dryRun, atMs),
      // The preview also showed the allowed calls between the decided ones.
      shown: dryRun === null ? call.shown : shownEffect(call.tool, dryRun, done),
    };
  });
  const isStillOpen = isOpen({ calls }, done);
  return {
    kind: 'decided',
    approval: await sealed(deps, {
      ...approval,
      calls,
      state: isStillOpen ? 'pending' : 'decided',
      decidedAtMs: isStillOpen ? null : atMs,
    }),
  };
}

/** Repeats the dry run of an approval request. Null if its preview didn't change. */
export async function renewIfChanged(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  signal: AbortSignal,
): Promise<Approval | null> {
  const now = await renewed(deps, record, approval, signal);
  return now.preview.digest === approval.preview.digest ? null : now;
}

/** An approval request that the run waits for, repeated on the present page. */
async function renewed(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  signal: AbortSignal,
): Promise<Approval> {
  const request = { approval, calls: callsOfRequest(deps, record, approval), waitingId: null };
  return (await renewApproval(deps, record, request, signal)).approval;
}

async function readFor<Choice extends CallChoice>(
  deps: GateDeps,
  { chat }: ChatRecord,
  approval: Approval,
  choices: readonly Choice[],
): Promise<ReadChoices<Choice>> {
  const open = undecidedCalls(approval, await doneCalls(deps, approval.messageId));
  return readChoices(open, choices, toolsFor(chat, deps.adapters));
}

async function previewRead(
  deps: GateDeps,
  { chat }: ChatRecord,
  { askedOn }: Approval,
  { toRun }: ReadChoices,
  signal: AbortSignal,
): Promise<ApprovalPreview> {
  return previewOf(deps, chat, askedOn, await deps.dryRuns.run(chat, toRun, signal));
}

function decisionOf(
  call: ApprovalCall,
  chosen: Pick<NotedChoice, 'verdict' | 'note'>,
  dryRun: CallDryRun | null,
  atMs: number,
): CallDecision {
  const note = chosen.note.trim();
  if (chosen.verdict === 'reject') {
    return { verdict: 'rejected', args: call.args, isEdited: false, note, atMs };
  }
  if (dryRun === null) throw missingDryRun(call.tool);
  const { args } = dryRun;
  const isEdited = !isSameJson(args, call.args);
  return { verdict: 'approved', args, isEdited, note, atMs };
}

/**
 * Throws unless each tool that the decision allows needed approval in this request, and is not one that always needs
 * it.
 */
function assertRequested(
  { chat }: ChatRecord,
  { calls }: Approval,
  allowTools: readonly string[],
  { adapters }: Pick<GateDeps, 'adapters'>,
): void {
  const always = toolsFor(chat, adapters).filter(alwaysAsks);
  const requested = calls
    .filter(({ isAsked, tool }) => isAsked && !always.some(({ name }) => name === tool))
    .map(({ tool }) => tool);
  const other = allowTools.filter((tool) => !requested.includes(tool));
  if (other.length === 0) return;
  throw textError('invalid-message', say('error.policy.otherTools', { tools: other }));
}

export type DecidedApproval =
  | { kind: 'decided'; approval: Approval }
  /** The preview that the user saw is stale; `approval` has the new one. */
  | { kind: 'stale'; approval: Approval };
