import { adapterFor, toolsFor } from '../adapter/adapter-of-chat';
import type { PageReading } from '../ports/page-port';
import type { Approval, ApprovalCall } from '../records/approval';
import type { DryRun } from '../records/dry-run';
import type { AssistantMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { callLabel } from '../tools/call-label';
import type { ToolDefinition } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import { asWritten, doneCalls, isOpen, openCallsOf, previewOf } from './approval-request';
import type { CallAtGate, GateAnswer } from './call-at-gate';
import type { GateDeps } from './gate-deps';
import { permissionFor } from './permission-for';

type Asked = Extract<GateAnswer, { kind: 'ask' }>;

/**
 * The question about a call: with it all later calls of its response that may change the page, up to the last one that
 * asks, so that the user sees what the model is after as one change.
 */
export async function requestApproval(
  deps: GateDeps,
  record: ChatRecord,
  call: CallAtGate,
  signal: AbortSignal,
): Promise<Asked> {
  const { response, execution } = call;
  const atMs = deps.clock.now();
  const asked = { messageId: response.id, calls: [] };
  const { calls, planned } = await planCalls(deps, record, asked, execution.id, signal);
  const adapter = adapterFor(record.chat, deps.adapters);
  const askedOn = adapter.restorableState(planned.reading.context);
  const approval: Approval = {
    id: deps.ids.newId(),
    chatId: execution.chatId,
    runId: execution.runId,
    messageId: response.id,
    calls,
    askedOn,
    preview: await previewOf(deps, record.chat, askedOn, planned),
    createdAtMs: atMs,
    state: 'pending',
    decidedAtMs: null,
  };
  return { kind: 'ask', approval, isNew: true };
}

/**
 * A question on the page as it is now: its calls that are still to be decided, planned anew, and with them those of its
 * response that ask since (the user changed the policy, or the page goes live now). What Steward itself changed
 * meanwhile is no news; anything else is told as a difference.
 *
 * @param asking id of the call that waits for the answer; null if the run stands at the question already
 */
export async function renewApproval(
  deps: GateDeps,
  record: ChatRecord,
  question: Approval,
  asking: string | null,
  signal: AbortSignal,
): Promise<Asked> {
  const { chat } = record;
  const adapter = adapterFor(chat, deps.adapters);
  const { calls, planned } = await planCalls(deps, record, question, asking, signal);
  const { context, stateHash } = planned.reading;
  const askedOn = stateHash === chat.lastStateHash ? adapter.restorableState(context) : question.askedOn;
  const preview = await previewOf(deps, chat, askedOn, planned);
  return {
    kind: 'ask',
    approval: { ...question, calls, askedOn, preview, state: 'pending', decidedAtMs: null },
    isNew: false,
  };
}

/** A question whose answers no longer hold; what was done, and what was refused, stays decided. */
export function withoutDecisions(question: Approval, done: ReadonlySet<string>): Approval {
  const calls = question.calls.map((call) =>
    done.has(call.executionId) || call.decision?.verdict === 'rejected'
      ? call
      : { ...call, decision: null, shown: null },
  );
  return { ...question, calls };
}

/** The calls of a question as the policy sees them now, up to the last one that asks, and what the open ones would do. */
async function planCalls(
  deps: GateDeps,
  record: ChatRecord,
  question: Pick<Approval, 'messageId' | 'calls'>,
  asking: string | null,
  signal: AbortSignal,
): Promise<{ calls: ApprovalCall[]; planned: { dryRun: DryRun; reading: PageReading } }> {
  const { chat } = record;
  const done = await doneCalls(deps, question.messageId);
  const entries = writtenCalls(deps, record, question.messageId).flatMap(({ tool, call }) => {
    const known = question.calls.find(
      (asked) => asked.executionId === call.executionId && asked.tool === call.tool,
    );
    if (known !== undefined) return { tool, call: known };
    const isOut = done.has(call.executionId) || permissionFor(chat.settings, tool, false) === 'deny';
    return isOut ? [] : { tool, call };
  });
  const before = entries.map(({ call }) => call);
  const open = openCallsOf({ calls: before }, done);
  const planned = await deps.dryRuns.run(chat, open.map(asWritten), signal);
  const goesLive = adapterFor(chat, deps.adapters).goesLive(planned.reading.context);
  const isPlan = record.messages.some(
    (message) => message.id === question.messageId && message.role === 'assistant' && message.plan === true,
  );
  const now = entries.map(({ tool, call }): ApprovalCall => {
    if (!open.includes(call)) return call;
    const isWaiting = isPlan || call.executionId === asking;
    const isAsked = isWaiting || permissionFor(chat.settings, tool, goesLive) === 'ask';
    return { ...call, isAsked };
  });
  // What the run waits for stays a question, even if the policy would let it pass by now.
  const all = isOpen({ calls: now }, done) ? now : before;
  const calls = all.slice(0, all.findLastIndex(({ isAsked }) => isAsked) + 1);
  if (calls.length === all.length) return { calls, planned };
  const asked = openCallsOf({ calls }, done).map(asWritten);
  return { calls, planned: await deps.dryRuns.run(chat, asked, signal) };
}

/** The calls of a response that may change the page, in call order, as far as they can be run. */
function writtenCalls(
  deps: GateDeps,
  { chat, messages }: ChatRecord,
  messageId: string,
): { tool: ToolDefinition; call: ApprovalCall }[] {
  const tools = toolsFor(chat, deps.adapters);
  const response = messages.filter(
    (message): message is AssistantMessage => message.role === 'assistant' && message.id === messageId,
  );
  return response.flatMap(({ toolCalls, finishReason }) =>
    toolCalls.flatMap((made, index) => {
      // What is there of the last call's arguments may not be all.
      if (finishReason === 'length' && index === toolCalls.length - 1) return [];
      const checked = validateCall(tools, made);
      if (checked.kind === 'invalid' || checked.tool.effect === 'read') return [];
      const { tool, args } = checked;
      const label = callLabel(tool.name, args);
      const { executionId } = made;
      const shown = { tool: tool.name, label, question: tool.question ?? `Run ${label}?`, args };
      return { tool, call: { executionId, ...shown, isAsked: false, decision: null, shown: null } };
    }),
  );
}
