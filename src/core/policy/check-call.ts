import { StewardError } from '../errors';
import { denied, pageChanged, rejected } from '../loop/call-results';
import type { ChatRecord, PageReading } from '../loop/ports';
import { adapterFor } from '../loop/record-access';
import { withDecision } from '../loop/with-decision';
import type { Approval, ApprovalCall, CallDecision } from './approval';
import type { CallAtGate, GateAnswer, GateDeps } from './approval-gate';
import { askQuestion, renewQuestion, withoutDecisions } from './ask-question';
import type { CallPlan } from './change-preview';
import { gatherCall } from './gather-plan';
import { permissionFor } from './permission-for';
import { doneCalls } from './question';
import { stepEffect } from './write-token';

/** What the chat's policy, or the person, says of one call. */
export async function checkCall(deps: GateDeps, record: ChatRecord, call: CallAtGate): Promise<GateAnswer> {
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
    return checkApproved(deps, record, call, { question, asked, decision });
  }

  if (settings.planMode && response.plan !== true) return gatherCall(deps, record, call);
  const { plan, reading } = await planOne(deps, record, call, call.args);
  const goesLive = adapterFor(record.chat, deps.adapters).goesLive(reading.context);
  // A plan is the person's to apply, whatever the policy says of its calls.
  const mayRun = response.plan !== true && permissionFor(settings, tool, goesLive) === 'allow';
  const isAsking = !mayRun && question?.state === 'pending';
  // The model decided on another page than this one. A question that is open already shows the person what changed.
  if (reading.stateHash !== record.chat.lastStateHash && !isAsking)
    return settled(pageChanged(), 'not-asked');
  if (plan.kind === 'failure') return settled(plan.result, mayRun ? 'allowed' : 'not-asked');
  if (mayRun) return allowed(deps, record, call, plan, reading, null);
  if (question !== null) return renewQuestion(deps, record, question, execution.id);
  return askQuestion(deps, record, call);
}

/** A call that the person approved runs only if it would still do what they saw; else they are asked anew. */
async function checkApproved(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  { question, asked, decision }: { question: Approval; asked: ApprovalCall; decision: CallDecision },
): Promise<GateAnswer> {
  const { response, execution } = call;
  const { plan, reading } = await planOne(deps, record, call, decision.args);
  const { effect } = decision;
  const isSamePage = reading.stateHash === (effect?.stateHashBefore ?? record.chat.lastStateHash);
  if (isSamePage && plan.kind === 'failure') {
    return settled(withDecision(plan.result, asked), 'approved', decision.note);
  }
  if (isSamePage && plan.kind === 'change' && effectHashOf(call, plan) === effect?.effectHash) {
    return allowed(deps, record, call, plan, reading, decision);
  }
  const undecided = withoutDecisions(question, await doneCalls(deps, response.id));
  return renewQuestion(deps, record, undecided, execution.id);
}

async function planOne(
  deps: GateDeps,
  { chat }: ChatRecord,
  { execution, tool }: CallAtGate,
  args: CallAtGate['args'],
): Promise<{ plan: CallPlan; reading: PageReading }> {
  const planned = { executionId: execution.id, tool: tool.name, args, leftOut: [] };
  const { dryRun, reading } = await deps.dryRuns.plan(chat, [planned]);
  const [plan] = dryRun.calls;
  if (plan === undefined) {
    throw new StewardError('internal', `The dry run of ${tool.name} came to nothing.`, {
      remedy: 'Report this; nothing was done.',
    });
  }
  return { plan, reading };
}

async function allowed(
  deps: GateDeps,
  { chat }: ChatRecord,
  call: CallAtGate,
  plan: Extract<CallPlan, { kind: 'change' }>,
  reading: PageReading,
  decision: CallDecision | null,
): Promise<GateAnswer> {
  const token = deps.issuer.issue(
    {
      executionId: call.execution.id,
      chatId: chat.id,
      place: await deps.page.placeOf(chat),
      stateHash: reading.stateHash,
      effectHash: effectHashOf(call, plan),
    },
    decision === null ? 'policy' : 'approval',
  );
  const by = decision === null ? 'policy' : 'person';
  return { kind: 'allowed', by, args: plan.args, token, reading, decision };
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
