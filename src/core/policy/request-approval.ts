import type { Approval, ApprovalCall } from '@/src/schema/approval';
import type { DryRun } from '@/src/schema/dry-run';
import { say } from '@/src/schema/values/said';
import { adapterFor, toolsFor } from '../adapter/adapter-of-chat';
import { goesLive } from '../adapter/saving';
import type { PageReading } from '../ports/page-port';
import type { ChatRecord } from '../records/record-access';
import { callLabel } from '../tools/call-label';
import type { ToolDefinition } from '../tools/tool-definition';
import { type ParsedCall, parsedCalls } from '../tools/validate-call';
import { asWritten, doneCalls, isOpen, previewOf, undecidedCalls } from './approval-request';
import type { CallAtGate, GateAnswer, GateDeps } from './call-at-gate';
import { permissionFor } from './permission-for';

type ApprovalNeeded = Extract<GateAnswer, { kind: 'ask' }>;

/**
 * Creates an approval request for a call and the later calls of its response that may change the page, up to the last
 * one that needs approval. The user then decides on the response's changes together.
 */
export async function requestApproval(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  signal: AbortSignal,
): Promise<ApprovalNeeded> {
  const { response, execution } = call;
  const atMs = deps.clock.now();
  const approvalOfNone = { messageId: response.id, calls: [] };
  const first = { approval: approvalOfNone, calls: call.calls, waitingId: execution.id };
  const { calls, dryRun } = await dryRunCalls(deps, record, first, signal);
  const adapter = adapterFor(record.chat, deps.adapters);
  const askedOn = adapter.restorableState(dryRun.reading.context);
  const approval: Approval = {
    id: deps.ids.newId(),
    chatId: execution.chatId,
    runId: execution.runId,
    messageId: response.id,
    calls,
    askedOn,
    preview: await previewOf(deps, record.chat, askedOn, dryRun),
    createdAtMs: atMs,
    state: 'pending',
    decidedAtMs: null,
  };
  return { kind: 'ask', approval, isNew: true };
}

/** An approval request with the calls of its response. */
interface RequestedCalls<Request extends Pick<Approval, 'messageId' | 'calls'>> {
  approval: Request;
  calls: readonly ParsedCall[];
  /** Id of the call that needs approval; null if the run already waits for this approval request. */
  waitingId: string | null;
}

/**
 * Repeats an approval request on the present page: a new dry run of its undecided calls, with the calls of its response that
 * need approval only now, because the user changed the policy or the page goes live. The preview lists changes of the page
 * since the request, unless Steward made them.
 */
export async function renewApproval(
  deps: GateDeps,
  record: ChatRecord,
  request: RequestedCalls<Approval>,
  signal: AbortSignal,
): Promise<ApprovalNeeded> {
  const { chat } = record;
  const { approval } = request;
  const adapter = adapterFor(chat, deps.adapters);
  const { calls, dryRun } = await dryRunCalls(deps, record, request, signal);
  const { context, stateHash } = dryRun.reading;
  const askedOn = stateHash === chat.lastStateHash ? adapter.restorableState(context) : approval.askedOn;
  const preview = await previewOf(deps, chat, askedOn, dryRun);
  return {
    kind: 'ask',
    approval: { ...approval, calls, askedOn, preview, state: 'pending', decidedAtMs: null },
    isNew: false,
  };
}

/** An approval request whose approvals are no longer valid. Calls with a result, and rejected calls, stay decided. */
export function withoutDecisions(approval: Approval, done: ReadonlySet<string>): Approval {
  const calls = approval.calls.map((call) =>
    done.has(call.executionId) || call.decision?.verdict === 'rejected'
      ? call
      : { ...call, decision: null, shown: null },
  );
  return { ...approval, calls };
}

/**
 * The calls of an approval request under the present policy, up to the last one that needs approval, with a dry run
 * of the undecided ones.
 */
async function dryRunCalls(
  deps: GateDeps,
  record: ChatRecord,
  { approval, calls: made, waitingId }: RequestedCalls<Pick<Approval, 'messageId' | 'calls'>>,
  signal: AbortSignal,
): Promise<{ calls: ApprovalCall[]; dryRun: { dryRun: DryRun; reading: PageReading } }> {
  const { chat } = record;
  const done = await doneCalls(deps, approval.messageId);
  const entries = made.flatMap(changingCall).flatMap(({ tool, call }) => {
    const listed = approval.calls.find(
      ({ executionId, tool }) => executionId === call.executionId && tool === call.tool,
    );
    if (listed !== undefined) return { tool, call: listed };
    const isOut = done.has(call.executionId) || permissionFor(chat.settings, tool, false) === 'deny';
    return isOut ? [] : { tool, call };
  });
  const before = entries.map(({ call }) => call);
  const open = undecidedCalls({ calls: before }, done);
  const dryRun = await deps.dryRuns.run(chat, open.map(asWritten), signal);
  const isLive = goesLive(adapterFor(chat, deps.adapters), dryRun.reading.context);
  const isPlan = record.messages.some(
    (message) => message.id === approval.messageId && message.role === 'assistant' && message.plan === true,
  );
  const now = entries.map(({ tool, call }): ApprovalCall => {
    if (!open.includes(call)) return call;
    const isWaiting = isPlan || call.executionId === waitingId;
    const isAsked = isWaiting || permissionFor(chat.settings, tool, isLive) === 'ask';
    return { ...call, isAsked };
  });
  // The calls that the run waits for still need a decision, even if the policy allows them by now.
  const all = isOpen({ calls: now }, done) ? now : before;
  const calls = all.slice(0, all.findLastIndex(({ isAsked }) => isAsked) + 1);
  if (calls.length === all.length) return { calls, dryRun };
  const requests = undecidedCalls({ calls }, done).map(asWritten);
  return { calls, dryRun: await deps.dryRuns.run(chat, requests, signal) };
}

/** The calls of the response that an approval request is about. */
export function callsOfRequest(
  { adapters }: Pick<GateDeps, 'adapters'>,
  { chat, messages }: ChatRecord,
  { messageId }: Pick<Approval, 'messageId'>,
): ParsedCall[] {
  const tools = toolsFor(chat, adapters);
  const made = messages.find(({ id }) => id === messageId);
  return made?.role === 'assistant' ? parsedCalls(tools, made) : [];
}

/** The entry of a call in an approval request; none for one that can't be run or only reads. */
function changingCall(made: ParsedCall): { tool: ToolDefinition; call: ApprovalCall }[] {
  if (made.kind === 'invalid' || made.tool.effect === 'read') return [];
  const { tool, args } = made;
  const label = callLabel(tool.name, args);
  const { executionId } = made.call;
  // ToolDefinition documents this text for a tool without a question of its own.
  const shown = {
    tool: tool.name,
    label,
    question: tool.question ?? say('said.approval.run', { call: label }),
    args,
  };
  return [{ tool, call: { executionId, ...shown, isAsked: false, decision: null, shown: null } }];
}
