import { adapterFor } from '../adapter/adapter-of-chat';
import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import type {
  Approval,
  ApprovalAnswer,
  ApprovalCall,
  ApprovalPreview,
  ArgumentProblem,
  CallChoice,
  CallDecision,
  NotedChoice,
} from '../records/approval';
import type { CallDryRun } from '../records/dry-run';
import type { ChatRecord } from '../records/record-access';
import { doneCalls, isOpen, openCallsOf, previewOf } from './approval-request';
import type { GateDeps } from './gate-deps';
import { missingDryRun } from './missing-dry-run';
import { misfit, type ReadChoices, readChoices } from './read-choices';
import { renewApproval } from './request-approval';
import { shownEffect } from './shown-effect';
import type { UserConsent } from './user-consent';

/** What the open calls of a question would come to if the user had their way. */
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

/** Takes an answer if the preview that it was given on still holds. A refusal holds on any page. */
export async function decideApproval(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  answer: ApprovalAnswer,
  consent: UserConsent,
  signal: AbortSignal,
): Promise<DecidedApproval> {
  deps.consents.assertGiven(consent, approval.id);
  assertAsked(approval, answer.allowTools);
  const read = await readFor(deps, record, approval, answer.choices);
  if (read.problems.length > 0) throw problematic(read.problems);
  if (read.chosen.length === 0) throw misfit('Nothing that is asked is decided.');
  const isRefusal = read.chosen.every(({ choice }) => choice.verdict === 'reject');
  let plans: readonly CallDryRun[] = [];
  if (!isRefusal) {
    const preview = await previewRead(deps, record, approval, read, signal);
    if (preview.digest !== answer.digest) {
      const renewed = await renewApproval(deps, record, approval, null, signal);
      return { kind: 'stale', approval: renewed.approval };
    }
    plans = preview.dryRun.calls;
  }
  const atMs = deps.clock.now();
  const done = await doneCalls(deps, approval.messageId);
  const calls = approval.calls.map((call): ApprovalCall => {
    const plan = plans.find(({ executionId }) => executionId === call.executionId) ?? null;
    const chosen = read.chosen.find(({ call: { executionId } }) => executionId === call.executionId);
    return {
      ...call,
      decision: chosen === undefined ? call.decision : decisionOf(call, chosen.choice, plan, atMs),
      // What runs between the calls that were decided was shown with them.
      shown: plan === null ? call.shown : shownEffect(call.tool, plan, done),
    };
  });
  const isLeft = isOpen({ calls }, done);
  return {
    kind: 'decided',
    approval: {
      ...approval,
      calls,
      state: isLeft ? 'pending' : 'decided',
      decidedAtMs: isLeft ? null : atMs,
    },
  };
}

/** The question as it stands on the page now; null if it is as it was. */
export async function renewIfChanged(
  deps: GateDeps,
  record: ChatRecord,
  approval: Approval,
  signal: AbortSignal,
): Promise<Approval | null> {
  const renewed = (await renewApproval(deps, record, approval, null, signal)).approval;
  return renewed.preview.digest === approval.preview.digest ? null : renewed;
}

async function readFor<Choice extends CallChoice>(
  deps: GateDeps,
  { chat }: ChatRecord,
  approval: Approval,
  choices: readonly Choice[],
): Promise<ReadChoices<Choice>> {
  const open = openCallsOf(approval, await doneCalls(deps, approval.messageId));
  return readChoices(open, choices, adapterFor(chat, deps.adapters).tools);
}

async function previewRead(
  deps: GateDeps,
  { chat }: ChatRecord,
  { askedOn }: Approval,
  { toRun: toPlan }: ReadChoices,
  signal: AbortSignal,
): Promise<ApprovalPreview> {
  const planned = await deps.dryRuns.run(chat, toPlan, signal);
  return previewOf(deps, chat, askedOn, planned);
}

function decisionOf(
  call: ApprovalCall,
  chosen: Pick<NotedChoice, 'verdict' | 'note'>,
  plan: CallDryRun | null,
  atMs: number,
): CallDecision {
  const note = chosen.note.trim();
  if (chosen.verdict === 'reject') {
    return { verdict: 'rejected', args: call.args, isEdited: false, note, atMs };
  }
  if (plan === null) throw missingDryRun(call.tool);
  const { args } = plan;
  const isEdited = canonicalJson(args) !== canonicalJson(call.args);
  return { verdict: 'approved', args, isEdited, note, atMs };
}

/** Only what this question is about can be allowed by its answer. */
function assertAsked({ calls }: Approval, allowTools: readonly string[]): void {
  const asked = calls.filter(({ isAsked }) => isAsked).map(({ tool }) => tool);
  const other = allowTools.filter((tool) => !asked.includes(tool));
  if (other.length === 0) return;
  throw new StewardError('invalid-message', `The question isn’t about ${other.join(', ')}.`, {
    remedy: 'Choose what Steward may do in the policy of the chat.',
  });
}

function problematic(problems: readonly ArgumentProblem[]): StewardError {
  return new StewardError('invalid-message', 'The edited arguments don’t fit the tool.', {
    remedy: 'Correct them, or put them back as the assistant wrote them.',
    details: problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  });
}

/** What became of a user's answer. */
export type DecidedApproval =
  | { kind: 'decided'; approval: Approval }
  /** What they saw isn't true any more: the question as it stands now. */
  | { kind: 'stale'; approval: Approval };
