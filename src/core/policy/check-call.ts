import type { Approval, ApprovalCall, CallDecision } from '@/src/schema/approval';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { AssistantMessage, Message } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { pageHashesOf } from '../adapter/page-hashes';
import { goesLive } from '../adapter/saving';
import { currentMessages } from '../history/current-messages';
import { changedByText } from '../page-history/changed-by';
import type { MessageJournal } from '../ports/message-journal';
import type { PageReading } from '../ports/page-port';
import { type ChatRecord, currentRun } from '../records/record-access';
import { SAVED_CHANGED } from '../records/tool-result';
import { pageIn, stepEffect } from '../records/write-token';
import {
  denied,
  deniedByOrganisation,
  deniedInRehearsal,
  deniedReadOnly,
  pageChanged,
  rejected,
} from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import { doneCalls } from './approval-request';
import type { CallAtGate, GateAnswer, GateDeps } from './call-at-gate';
import type { DryRunResult } from './dry-run-port';
import { gatherCall, lastLeftStateHash, writableStateHash } from './gather-plan';
import { isReadOnlyRefusal, permissionFor } from './permission-for';
import { missingDryRun } from './plain-dry-run';
import { renewApproval, requestApproval, withoutDecisions } from './request-approval';
import { asSealed, sealedRefusal } from './sealed-decisions';
import { effectHashOf, hasFailedBefore } from './shown-effect';
import { isManagedRefusal } from './under-policy';
import { withDecision } from './with-decision';

/** Decides on one call by the chat's policy, or by the user's decision. */
export async function checkCall(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { settings } = record.chat;
  const { tool, execution, response } = call;
  const isRehearsal = currentRun(record).rehearsal !== undefined;
  if (permissionFor(settings, tool, false) === 'deny') {
    return settled(denialOf(settings, tool), 'denied', '');
  }
  if (isRehearsal && tool.effect === 'commit') return settled(deniedInRehearsal(tool.name), 'denied', '');
  if (tool.effect === 'read') return { kind: 'harmless' };

  const stored = isUnasked(call) ? null : await deps.journal.approvalOf(execution);
  // A decision is valid only for the same call of the same tool.
  const isThis = (listed: ApprovalCall) => listed.executionId === execution.id && listed.tool === tool.name;
  const storedCall = stored?.calls.find(isThis) ?? null;
  // A refusal depends on no other call of the request, so only its own seal is checked. With hundreds of calls,
  // checking all seals for each of them would take long.
  const refusal =
    stored !== null && storedCall !== null ? await sealedRefusal(deps, stored, storedCall) : null;
  if (refusal !== null) return settled(rejected(refusal.note), 'rejected', refusal.note);
  const approval = stored && (await asSealed(deps, stored));
  const approvalCall = approval?.calls.find(isThis) ?? null;
  const decision = approvalCall?.decision ?? null;
  if (approval !== null && approvalCall !== null && decision !== null) {
    return checkApproved(deps, record, call, { approval, approvalCall, decision }, signal);
  }

  if ((settings.planMode || isRehearsal) && response.plan !== true)
    return gatherCall(deps, record, call, signal);
  const result = await dryRunCall(deps, record, call, call.args, signal);
  const { dryRun, reading } = result;
  const adapter = adapterFor(record.chat, deps.adapters);
  const wasShown = await isAsShown(deps, adapter, call, { approval, approvalCall }, result);
  const isKnownPage = wasShown || (await isAsSeen(deps, adapter, call, reading));
  // A plan always needs the user's approval, even if the policy allows its calls.
  const isAllowed =
    response.plan !== true && permissionFor(settings, tool, goesLive(adapter, reading.context)) === 'allow';
  const mayRun =
    isAllowed &&
    (tool.effect !== 'commit' ||
      wasShown ||
      !(await mustApproveCommit(deps, adapter, record, response, reading)));
  const isPending = !mayRun && approval?.state === 'pending';
  // Neither the model nor the user, in an approval request, was shown the page in this state. While an approval
  // request is pending, its preview shows the changes instead.
  if (!isKnownPage && !isPending) {
    return settled(pageChanged(await changedByText(deps, record.chat, reading)), 'not-asked', '');
  }
  if (dryRun.kind === 'failure') return settled(dryRun.result, mayRun ? 'allowed' : 'not-asked', '');
  if (mayRun) return allowed(deps, record, call, { ...result, dryRun, approvedCall: null }, signal);
  if (approval !== null)
    return renewApproval(deps, record, { approval, calls: call.calls, waitingId: execution.id }, signal);
  return requestApproval(deps, record, call, signal);
}

/** The refusal of a tool that a chat's settings don't allow. It says whether the organisation or the user refuses it. */
function denialOf(settings: ChatSettings, tool: ToolDefinition): ToolResult {
  if (isManagedRefusal(settings, tool)) return deniedByOrganisation(tool.name);
  return isReadOnlyRefusal(settings, tool) ? deniedReadOnly(tool.name) : denied(tool.name);
}

/**
 * True if the call is certainly in no approval request. A request with the only call of a response changes the
 * state of that call.
 */
function isUnasked({ execution, response }: CallAtGate): boolean {
  return execution.state === 'received' && response.toolCalls.length === 1;
}

/**
 * True if the model decided on the page as it is. A message doesn't depend on the page. A call of a page's tool
 * depends only on the visit of the page that offers it: its content may change all the time, so the user decides on
 * that.
 */
async function isAsSeen(
  deps: GateDeps,
  { ownTools }: AdapterDefinition,
  { tool, response }: CallAtGate,
  { context, stateHash }: PageReading,
): Promise<boolean> {
  if (tool.effect === 'message') return true;
  if (tool.pageTool === undefined) return stateHash === (await writableStateHash(deps, response));
  const known = await deps.journal.knownPage(response.chatId);
  return known !== null && ownTools?.page(known.context).visit === ownTools?.page(context).visit;
}

/** A call that the user approved runs only if it would still have the effect that they saw. Otherwise approval is requested again. */
async function checkApproved(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  {
    approval,
    approvalCall,
    decision,
  }: { approval: Approval; approvalCall: ApprovalCall; decision: CallDecision },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const { response, execution } = call;
  const adapter = adapterFor(record.chat, deps.adapters);
  const result = await dryRunCall(deps, record, call, decision.args, signal);
  const { dryRun } = result;
  if (await isAsShown(deps, adapter, call, { approval, approvalCall }, result)) {
    return dryRun.kind === 'change'
      ? allowed(deps, record, call, { ...result, dryRun, approvedCall: approvalCall }, signal)
      : settled(withDecision(dryRun.result, approvalCall), 'approved', decision.note);
  }
  const undecided = withoutDecisions(approval, await doneCalls(deps, response.id));
  const repeated = { approval: undecided, calls: call.calls, waitingId: execution.id };
  return renewApproval(deps, record, repeated, signal);
}

/**
 * True if a call would still have the effect that the user was shown, on the page that they saw, and no earlier call of the
 * approval failed to have its effect.
 */
async function isAsShown(
  deps: GateDeps,
  adapter: AdapterDefinition,
  { response, tool }: CallAtGate,
  { approval, approvalCall }: { approval: Approval | null; approvalCall: ApprovalCall | null },
  { dryRun, reading }: { dryRun: CallDryRun; reading: PageReading },
): Promise<boolean> {
  const shown = approvalCall?.shown ?? null;
  if (approval === null || approvalCall === null || shown === null) return false;
  const results = await deps.journal.messagesFrom(response.chatId, response.position + 1);
  if (hasFailedBefore(approval, { ...approvalCall, shown }, results)) return false;
  const isSamePage =
    tool.effect === 'message' ||
    reading.stateHash === (shown.stateHashBefore ?? (await lastLeftStateHash(deps, response)));
  const isSameSavedState =
    tool.effect !== 'commit' ||
    shown.savedHashBefore === null ||
    shown.savedHashBefore === pageHashesOf(adapter, reading.context).savedHash;
  // A call that would fail now has no effect that the user wasn't shown.
  return (
    isSamePage &&
    isSameSavedState &&
    (dryRun.kind === 'failure' || effectHashOf(tool.name, dryRun) === shown.effectHash)
  );
}

async function dryRunCall(
  deps: GateDeps,
  { chat }: ChatRecord,
  { execution, tool }: CallAtGate,
  args: JsonObject,
  signal: AbortSignal,
): Promise<Pick<DryRunResult, 'reading' | 'after'> & { dryRun: CallDryRun }> {
  const request = { executionId: execution.id, tool: tool.name, args, leftOut: [] };
  const result = await deps.dryRuns.run(chat, [request], signal);
  const [dryRun] = result.dryRun.calls;
  if (dryRun === undefined) throw missingDryRun(tool.name);
  return { dryRun, reading: result.reading, after: result.after };
}

async function allowed(
  deps: GateDeps,
  { chat }: ChatRecord,
  call: CallAtGate,
  {
    dryRun,
    reading,
    after,
    approvedCall,
  }: Pick<DryRunResult, 'reading' | 'after'> & {
    dryRun: Extract<CallDryRun, { kind: 'change' }>;
    approvedCall: ApprovalCall | null;
  },
  signal: AbortSignal,
): Promise<GateAnswer> {
  const token = deps.issuer.issue(
    {
      executionId: call.execution.id,
      chatId: chat.id,
      place: await deps.page.placeOf(chat, signal),
      expected: pageIn(reading),
      effectHash: stepEffect(call.tool.name, dryRun.step),
    },
    approvedCall === null ? 'policy' : 'approval',
  );
  const by = approvedCall === null ? 'policy' : 'user';
  return { kind: 'allowed', by, args: dryRun.args, token, dryRun, reading, after, approvedCall };
}

function settled(
  result: Extract<GateAnswer, { kind: 'settled' }>['result'],
  decision: Extract<GateAnswer, { kind: 'settled' }>['decision'],
  note: string,
): GateAnswer {
  return { kind: 'settled', result, decision, note };
}

/**
 * True if a commit needs the user's approval even though the policy allows its tool: if it would replace a saved state that
 * others saved after the run began; and after a commit that was refused because others had saved, until a later commit
 * succeeds. The user has to see what would be replaced.
 */
async function mustApproveCommit(
  { journal }: { journal: Pick<MessageJournal, 'executionsOf' | 'messagesFrom'> },
  adapter: AdapterDefinition,
  record: ChatRecord,
  response: Pick<AssistantMessage, 'position'>,
  reading: PageReading,
): Promise<boolean> {
  const run = currentRun(record);
  // An earlier call of the response may have been a commit.
  const messages = await currentMessages(journal, record, response.position);
  if (isRefusalOpen(adapter, messages)) return true;
  let knownSavedHash = run.savedHash ?? null;
  const responses = messages.filter((message) => message.role === 'assistant' && message.runId === run.id);
  for (const { id } of responses) {
    for (const { effect, leftSavedHash = null } of await journal.executionsOf(id)) {
      if (effect === 'commit' && leftSavedHash !== null) knownSavedHash = leftSavedHash;
    }
  }
  return knownSavedHash !== pageHashesOf(adapter, reading.context).savedHash;
}

/**
 * True if a commit was refused because others had saved, and no commit has succeeded since. Messages that a
 * rollback set aside count, too.
 */
function isRefusalOpen(adapter: AdapterDefinition, messages: readonly Message[]): boolean {
  const commits = adapter.tools.filter(({ effect }) => effect === 'commit').map(({ name }) => name);
  const results = messages.flatMap((message) =>
    message.role === 'tool' && commits.includes(message.name) ? [message.result] : [],
  );
  const refused = results.findLastIndex(({ error_code: code }) => code === SAVED_CHANGED);
  return refused > results.findLastIndex(({ success }) => success);
}
