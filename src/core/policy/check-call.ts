import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { pageHashesOf } from '../adapter/page-hashes';
import { changedBy } from '../page-history/changed-by';
import type { PageReading } from '../ports/page-port';
import type { Approval, ApprovalCall, CallDecision } from '../records/approval';
import type { CallDryRun } from '../records/dry-run';
import type { ChatRecord } from '../records/record-access';
import { stepEffect } from '../records/write-token';
import { denied, pageChanged, rejected } from '../tools/call-results';
import { doneCalls } from './approval-request';
import type { CallAtGate, GateAnswer } from './call-at-gate';
import { mustApproveCommit } from './commit-guard';
import type { DryRunResult } from './dry-run-port';
import type { GateDeps } from './gate-deps';
import { gatherCall } from './gather-plan';
import { missingDryRun } from './missing-dry-run';
import { permissionFor } from './permission-for';
import { renewApproval, requestApproval, withoutDecisions } from './request-approval';
import { effectHashOf, hasFailedBefore } from './shown-effect';
import { withDecision } from './with-decision';
import { lastLeftStateHash, writableStateHash } from './write-guard';

/** What the chat's policy, or the user, says of one call. */
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
  const adapter = adapterFor(record.chat, deps.adapters);
  const wasShown = await isAsShown(deps, adapter, call, { question, asked }, planned);
  const isKnownPage = wasShown || reading.stateHash === (await writableStateHash(deps, response));
  const goesLive = adapter.goesLive(reading.context);
  // A plan is the user's to apply, whatever the policy says of its calls.
  const isAllowed = response.plan !== true && permissionFor(settings, tool, goesLive) === 'allow';
  const mayRun =
    isAllowed &&
    (tool.effect !== 'commit' || wasShown || !(await mustApproveCommit(deps, adapter, record, reading)));
  const isAsking = !mayRun && question?.state === 'pending';
  // Neither the model nor an approval that this call was shown in was about this page. An open approval request shows
  // the user what changed.
  if (!isKnownPage && !isAsking) {
    return settled(pageChanged(await changedBy(deps, record.chat, reading)), 'not-asked');
  }
  if (plan.kind === 'failure') return settled(plan.result, mayRun ? 'allowed' : 'not-asked');
  if (mayRun) return allowed(deps, record, call, { ...planned, plan, asked: null }, signal);
  if (question !== null) return renewApproval(deps, record, question, execution.id, signal);
  return requestApproval(deps, record, call, signal);
}

/** A call that the user approved runs only if it would still do what they saw; else they are asked anew. */
async function checkApproved(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  { question, asked, decision }: { question: Approval; asked: ApprovalCall; decision: CallDecision },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { response, execution } = call;
  const adapter = adapterFor(record.chat, deps.adapters);
  const planned = await planOne(deps, record, call, decision.args, signal);
  const { plan } = planned;
  if (await isAsShown(deps, adapter, call, { question, asked }, planned)) {
    return plan.kind === 'change'
      ? allowed(deps, record, call, { ...planned, plan, asked }, signal)
      : settled(withDecision(plan.result, asked), 'approved', decision.note);
  }
  const undecided = withoutDecisions(question, await doneCalls(deps, response.id));
  return renewApproval(deps, record, undecided, execution.id, signal);
}

/**
 * Whether a call would still do what the user was shown of it, on the page that they saw, and after calls that all did
 * what they were shown to do.
 */
async function isAsShown(
  deps: GateDeps,
  adapter: AdapterDefinition,
  { response, tool }: CallAtGate,
  { question, asked }: { question: Approval | null; asked: ApprovalCall | null },
  { plan, reading }: { plan: CallDryRun; reading: PageReading },
): Promise<boolean> {
  const shown = asked?.shown ?? null;
  if (question === null || asked === null || shown === null) return false;
  const results = await deps.journal.messagesFrom(response.chatId, response.position + 1);
  if (hasFailedBefore(question, { ...asked, shown }, results)) return false;
  const isSamePage =
    reading.stateHash === (shown.stateHashBefore ?? (await lastLeftStateHash(deps, response)));
  const isSameSaved =
    tool.effect !== 'commit' ||
    shown.savedHashBefore === null ||
    shown.savedHashBefore === pageHashesOf(adapter, reading.context).savedHash;
  // What does nothing any more does nothing that wasn't shown.
  return (
    isSamePage &&
    isSameSaved &&
    (plan.kind === 'failure' || effectHashOf(tool.name, plan) === shown.effectHash)
  );
}

async function planOne(
  deps: GateDeps,
  { chat }: ChatRecord,
  { execution, tool }: CallAtGate,
  args: CallAtGate['args'],
  signal: AbortSignal,
): Promise<Pick<DryRunResult, 'reading' | 'after'> & { plan: CallDryRun }> {
  const planned = { executionId: execution.id, tool: tool.name, args, leftOut: [] };
  const { dryRun, reading, after } = await deps.dryRuns.run(chat, [planned], signal);
  const [plan] = dryRun.calls;
  if (plan === undefined) throw missingDryRun(tool.name);
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
    asked,
  }: Pick<DryRunResult, 'reading' | 'after'> & {
    plan: Extract<CallDryRun, { kind: 'change' }>;
    asked: ApprovalCall | null;
  },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const token = deps.issuer.issue(
    {
      executionId: call.execution.id,
      chatId: chat.id,
      place: await deps.page.placeOf(chat, signal),
      stateHash: reading.stateHash,
      effectHash: stepEffect(call.tool.name, plan.step),
    },
    asked === null ? 'policy' : 'approval',
  );
  const by = asked === null ? 'policy' : 'user';
  return { kind: 'allowed', by, args: plan.args, token, dryRun: plan, reading, after, asked };
}

function settled(
  result: Extract<GateAnswer, { kind: 'settled' }>['result'],
  decision: Extract<GateAnswer, { kind: 'settled' }>['decision'],
  note = '',
): GateAnswer {
  return { kind: 'settled', result, decision, note };
}
