import type { AssistantMessage, ToolCall } from '../chat/message';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import type { JsonObject } from '../json';
import type { ApprovalCall } from '../policy/approval';
import type { GateAnswer } from '../policy/approval-gate';
import { plannedCalls } from '../policy/gather-plan';
import { changesPage, type ToolDefinition } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import { runBuiltIn, waitsForPage } from './built-in-calls';
import { answered, type CallOutcome, type CallResult, fromPage } from './call-outcome';
import { cutOff, notAuthorised, outcomeUnknown, pageChanged, planFirst, timedOut } from './call-results';
import { checkpointFirst } from './checkpoint-first';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { isStarted, toolsFor } from './record-access';
import type { Execution } from './run';
import { withDecision } from './with-decision';

/** One call on its way: prepare → approve → checkpoint → apply → report. The caller stores what it came to. */
export async function runCall(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
  call: ToolCall,
  execution: Execution,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (isCutOff(response, call)) return answered(cutOff(), { isInvalid: true });
  const prepared = validateCall(toolsFor(record.chat, deps.adapters), call);
  if (prepared.kind === 'invalid') return answered(prepared.result, { isInvalid: true });
  const { tool, args, repairs } = prepared;
  if (tool.executor === 'built-in') {
    return { ...(await builtIn(deps, record, { execution, tool, args }, signal)), repairs };
  }
  if (isStarted(execution)) return takenUp(deps, record, { execution, tool, args });

  const answer = await deps.gate.check(record, { response, execution, tool, args });
  if (answer.kind === 'ask') return answer;
  if (answer.kind === 'planned') return { ...answered(answer.result, { isPlanned: true }), repairs };
  if (answer.kind === 'settled') {
    const { decision, note } = answer;
    return { ...answered(answer.result, { decision, note }), repairs };
  }
  if (answer.kind === 'allowed' && changesPage(tool.effect)) {
    await checkpointFirst(deps, record, response, answer.reading);
  }
  signal.throwIfAborted();
  const startedAtMs = deps.clock.now();
  await deps.journal.markStarted(execution.id, startedAtMs);
  if (tool.executor === 'delegated') return { kind: 'delegated' };
  const outcome = await apply(deps, record, { execution, tool, args }, answer);
  return { ...outcome, repairs, durationMs: deps.clock.now() - startedAtMs };
}

/** The last call of an answer that ended at its length limit: what is there of its arguments may not be all. */
function isCutOff(response: AssistantMessage, call: ToolCall): boolean {
  return response.finishReason === 'length' && response.toolCalls.at(-1)?.executionId === call.executionId;
}

/**
 * After a death of the worker: asks the page what became of a call that was under way. It is never run again.
 *
 * @param args as the model wrote them; null where no tool takes them any more
 */
export async function recallInterrupted(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
  args: JsonObject | null,
): Promise<CallResult> {
  const asked = await askedCall(deps, execution);
  const more = decisionFacts(asked, args);
  return orRefused(more, async () => {
    const outcome = await deps.page.recall(record.chat, execution.id);
    if (outcome === null) return answered(withDecision(outcomeUnknown(), asked), more);
    return fromPage({ ...outcome, result: withDecision(outcome.result, asked) }, more);
  });
}

/** The call as the person was asked about it and approved it; null where the policy let it run. */
export async function askedCall(
  deps: Pick<LoopDeps, 'journal'>,
  execution: Execution,
): Promise<ApprovalCall | null> {
  const approval = await deps.journal.approvalOf(execution);
  const call = approval?.calls.find(({ executionId }) => executionId === execution.id);
  return call?.decision?.verdict === 'approved' ? call : null;
}

/** Who let a call run that has started, and with what, for its result. `args`: as for {@link recallInterrupted}. */
export function decisionFacts(
  asked: ApprovalCall | null,
  args: JsonObject | null,
): Pick<CallResult, 'decision' | 'note' | 'ran'> {
  const decision = asked?.decision ?? null;
  return decision === null
    ? { decision: 'allowed', note: '', ran: args }
    : { decision: 'approved', note: decision.note, ran: decision.args };
}

async function builtIn(
  deps: LoopDeps,
  { chat }: ChatRecord,
  { execution, tool, args }: { execution: Execution; tool: ToolDefinition; args: JsonObject },
  signal: AbortSignal,
): Promise<CallResult> {
  const contextHash = waitsForPage(tool.name, args)
    ? hashJson((await deps.page.readContext(chat, signal)).context)
    : null;
  const call = { executionId: execution.id, nowMs: deps.clock.now(), contextHash };
  const { result, request } = runBuiltIn(tool.name, args, call);
  if (request?.status.state === 'done' && (await isPlanOpen(deps, execution))) return answered(planFirst());
  return answered(result, { request, decision: 'allowed' });
}

interface StartedCall {
  execution: Execution & { startedAtMs: number };
  tool: ToolDefinition;
  args: JsonObject;
}

/** Whether the run has planned something that the person hasn't seen as a whole yet. */
async function isPlanOpen(deps: LoopDeps, { chatId, runId }: Execution): Promise<boolean> {
  const { messages } = await deps.journal.load(chatId);
  return plannedCalls(messages, runId).length > 0;
}

async function takenUp(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, tool, args }: StartedCall,
): Promise<CallOutcome> {
  if (tool.executor === 'page') return recallInterrupted(deps, record, execution, args);
  if (deps.clock.now() < execution.startedAtMs + tool.timeoutMs) return { kind: 'delegated' };
  const asked = await askedCall(deps, execution);
  return answered(withDecision(timedOut(tool.name, tool.timeoutMs), asked), decisionFacts(asked, args));
}

async function apply(
  deps: LoopDeps,
  { chat }: ChatRecord,
  { execution, tool, args }: { execution: Execution; tool: ToolDefinition; args: JsonObject },
  right: Extract<GateAnswer, { kind: 'harmless' | 'allowed' }>,
): Promise<CallResult> {
  const sent = { executionId: execution.id, tool: tool.name, timeoutMs: tool.timeoutMs };
  if (right.kind === 'harmless') {
    return fromPage(await deps.page.query(chat, { ...sent, args }), { decision: 'allowed', ran: args });
  }
  const { token } = right;
  const asked = right.decision === null ? null : await askedCall(deps, execution);
  const more = decisionFacts(asked, right.args);
  return orRefused(more, async () => {
    const outcome = await deps.page.execute(chat, { ...sent, args: right.args, token });
    return fromPage({ ...outcome, result: withDecision(outcome.result, asked) }, more);
  });
}

/** The page's word on a call. Refused before anything happened: the model sees the new state and decides anew. */
async function orRefused(
  more: Pick<CallResult, 'decision' | 'note' | 'ran'>,
  ask: () => Promise<CallResult>,
): Promise<CallResult> {
  try {
    return await ask();
  } catch (error) {
    if (!isStewardError(error)) throw error;
    if (error.code === 'page-changed') return answered(pageChanged(), { ...more, ran: null });
    if (error.code === 'write-refused') return answered(notAuthorised(), { ...more, ran: null });
    throw error;
  }
}
