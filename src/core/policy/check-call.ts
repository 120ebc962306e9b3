import { denied, pageChanged, rejected } from '../loop/call-results';
import type { ChatRecord, PageReading, PlannedCalls } from '../loop/ports';
import { adapterFor } from '../loop/record-access';
import { withDecision } from '../loop/with-decision';
import { changedBy } from '../page-history/changed-by';
import type { Approval, ApprovalCall, CallDecision } from './approval';
import type { CallAtGate, GateAnswer, GateDeps } from './approval-gate';
import { askQuestion, renewQuestion, withoutDecisions } from './ask-question';
import type { CallPlan } from './change-preview';
import { gatherCall } from './gather-plan';
import { missingPlan } from './missing-plan';
import { permissionFor } from './permission-for';
import { doneCalls } from './question';
import { shownEffect } from './shown-effect';
import { lastLeftStateHash, writableStateHash } from './write-guard';
import { stepEffect } from './write-token';

/** What the chat's policy, or the person, says of one call. */
export async function checkCall(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { settings } = record.chat;
  const { tool, execution, response } = call;
  if (permissionFor(settings, tool, false) === 'deny') return settled(denied(tool.name), 'denied');
  if (tool.effect === 'read') return { kind: 'harmless' };

  const question = await deps.journal.approvalOf(execution);
  // A decision counts for the very call that it was about.
  const isThis = (of: ApprovalCall) => of.executionId === execution.id && of.tool === tool.name;
  const asked = question?.calls.find(isThis) ?? null;
  const decision = asked?.decision ?? null;
  if (decision?.verdict === 'rejected') return settled(rejected(decision.note), 'rejected', decision.note);
  if (question !== null && asked !== null && decision !== null) {
    return checkApproved(deps, record, call, { question, asked, decision }, signal);
  }

  if (settings.planMode && response.plan !== true) return gatherCall(deps, record, call, signal);
  const planned = await planOne(deps, record, call, call.args, signal);
  const { plan, reading } = planned;
  const isKnownPage =
    reading.stateHash === (await writableStateHash(deps, response)) ||
    (await isAsShown(deps, call, asked, planned));
  const goesLive = adapterFor(record.chat, deps.adapters).goesLive(reading.context);
  // A plan is the person's to apply, whatever the policy says of its calls.
  const mayRun = response.plan !== true && permissionFor(settings, tool, goesLive) === 'allow';
  const isAsking = !mayRun && question?.state === 'pending';
  // Neither the model nor an approval that this call was shown in was about this page. An open approval request shows
  // the user what changed.
  if (!isKnownPage && !isAsking) {
    return settled(pageChanged(await changedBy(deps, record.chat, reading)), 'not-asked');
  }
  if (plan.kind === 'failure') return settled(plan.result, mayRun ? 'allowed' : 'not-asked');
  if (mayRun) return allowed(deps, record, call, { ...planned, plan, decision: null }, signal);
  if (question !== null) return renewQuestion(deps, record, question, execution.id, signal);
  return askQuestion(deps, record, call, signal);
}

/** A call that the person approved runs only if it would still do what they saw; else they are asked anew. */
async function checkApproved(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  { question, asked, decision }: { question: Approval; asked: ApprovalCall; decision: CallDecision },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { response, execution } = call;
  const planned = await planOne(deps, record, call, decision.args, signal);
  const { plan } = planned;
  if (await isAsShown(deps, call, asked, planned)) {
    return plan.kind === 'change'
      ? allowed(deps, record, call, { ...planned, plan, decision }, signal)
      : settled(withDecision(plan.result, asked), 'approved', decision.note);
  }
  const undecided = withoutDecisions(question, await doneCalls(deps, response.id));
  return renewQuestion(deps, record, undecided, execution.id, signal);
}

/** Whether a call would still come to what a person saw of it, on the page that they saw it on. */
async function isAsShown(
  deps: GateDeps,
  { response, tool }: CallAtGate,
  asked: ApprovalCall | null,
  { plan, reading }: { plan: CallPlan; reading: PageReading },
): Promise<boolean> {
  const shown = asked?.shown ?? null;
  if (shown === null) return false;
  const isSamePage =
    reading.stateHash === (shown.stateHashBefore ?? (await lastLeftStateHash(deps, response)));
  // What does nothing any more does nothing that wasn't shown.
  return (
    isSamePage && (plan.kind === 'failure' || shownEffect(tool.name, plan).effectHash === shown.effectHash)
  );
}

async function planOne(
  deps: GateDeps,
  { chat }: ChatRecord,
  { execution, tool }: CallAtGate,
  args: CallAtGate['args'],
  signal: AbortSignal,
): Promise<Pick<PlannedCalls, 'reading' | 'after'> & { plan: CallPlan }> {
  const planned = { executionId: execution.id, tool: tool.name, args, leftOut: [] };
  const { dryRun, reading, after } = await deps.dryRuns.plan(chat, [planned], signal);
  const [plan] = dryRun.calls;
  if (plan === undefined) throw missingPlan(tool.name);
  return { plan, reading, after };
}

async function allowed(
  deps: GateDeps,
  { chat }: ChatRecord,
  call: CallAtGate,
  {
    plan,
    reading,
    after,
    decision,
  }: Pick<PlannedCalls, 'reading' | 'after'> & {
    plan: Extract<CallPlan, { kind: 'change' }>;
    decision: CallDecision | null;
  },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const token = deps.issuer.issue(
    {
      executionId: call.execution.id,
      chatId: chat.id,
      place: await deps.page.placeOf(chat, signal),
      stateHash: reading.stateHash,
      effectHash: effectHashOf(call, plan),
    },
    decision === null ? 'policy' : 'approval',
  );
  const by = decision === null ? 'policy' : 'person';
  return { kind: 'allowed', by, args: plan.args, token, plan, reading, after, decision };
}

function effectHashOf({ tool }: CallAtGate, plan: Extract<CallPlan, { kind: 'change' }>): string {
  return stepEffect(tool.name, plan.step);
}

function settled(
  result: Extract<GateAnswer, { kind: 'settled' }>['result'],
  decision: Extract<GateAnswer, { kind: 'settled' }>['decision'],
  note = '',
): GateAnswer {
  return { kind: 'settled', result, decision, note };
}
