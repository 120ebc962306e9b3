import type { AssistantMessage, ToolCall } from '../chat/message';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import type { JsonObject } from '../json';
import type { GateAnswer } from '../policy/approval-gate';
import { changesPage, type ToolDefinition } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import { runBuiltIn, waitsForPage } from './built-in-calls';
import { answered, type CallOutcome, type CallResult, fromPage } from './call-outcome';
import { cutOff, denied, outcomeUnknown, pageChanged, rejected, timedOut } from './call-results';
import { checkpointFirst } from './checkpoint-first';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { isStarted, toolsFor } from './record-access';
import type { Execution } from './run';

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
  if (isStarted(execution)) return takenUp(deps, record, execution, tool);

  const answer = await deps.gate.check(record.chat, { execution, tool, args }, signal);
  if (answer.kind !== 'allowed') return notAllowed(answer, tool);
  const decision = answer.by === 'policy' ? 'allowed' : 'approved';
  let expectedStateHash: string | null = null;
  if (tool.effect !== 'read') {
    const reading = await deps.page.readContext(record.chat, signal);
    if (reading.stateHash !== record.chat.lastStateHash) return answered(pageChanged(), { decision });
    expectedStateHash = reading.stateHash;
    if (changesPage(tool.effect)) await checkpointFirst(deps, record, response, reading);
  }
  signal.throwIfAborted();
  const startedAtMs = deps.clock.now();
  await deps.journal.markStarted(execution.id, startedAtMs);
  if (tool.executor === 'delegated') return { kind: 'delegated' };
  const outcome = await apply(deps, record, { execution, tool, args, expectedStateHash });
  return { ...outcome, decision, repairs, durationMs: deps.clock.now() - startedAtMs };
}

/** The last call of an answer that ended at its length limit: what is there of its arguments may not be all. */
function isCutOff(response: AssistantMessage, call: ToolCall): boolean {
  return response.finishReason === 'length' && response.toolCalls.at(-1)?.executionId === call.executionId;
}

/** After a death of the worker: asks the page what became of a call that was under way. It is never run again. */
export async function recallInterrupted(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution,
): Promise<CallResult> {
  const decision = await decisionOf(deps, execution);
  return orRefused({ decision }, async () => {
    const outcome = await deps.page.recall(record.chat, execution.id);
    return outcome === null ? answered(outcomeUnknown(), { decision }) : fromPage(outcome, { decision });
  });
}

/** Who let a call run that has started. */
export async function decisionOf(
  deps: Pick<LoopDeps, 'journal'>,
  execution: Execution,
): Promise<'allowed' | 'approved'> {
  return (await deps.journal.approvalOf(execution.id)) === null ? 'allowed' : 'approved';
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
  return answered(result, { request, decision: 'allowed' });
}

async function takenUp(
  deps: LoopDeps,
  record: ChatRecord,
  execution: Execution & { startedAtMs: number },
  tool: ToolDefinition,
): Promise<CallOutcome> {
  if (tool.executor === 'page') return recallInterrupted(deps, record, execution);
  if (deps.clock.now() < execution.startedAtMs + tool.timeoutMs) return { kind: 'delegated' };
  return answered(timedOut(tool.name, tool.timeoutMs), { decision: await decisionOf(deps, execution) });
}

function notAllowed(answer: Exclude<GateAnswer, { kind: 'allowed' }>, tool: ToolDefinition): CallOutcome {
  if (answer.kind === 'denied') return answered(denied(tool.name), { decision: 'denied' });
  if (answer.kind === 'rejected') return answered(rejected(answer.note), { decision: 'rejected' });
  return answer;
}

async function apply(
  deps: LoopDeps,
  record: ChatRecord,
  sent: { execution: Execution; tool: ToolDefinition; args: JsonObject; expectedStateHash: string | null },
): Promise<CallResult> {
  const { execution, tool, args, expectedStateHash } = sent;
  return orRefused({}, async () => {
    const outcome = await deps.page.execute(record.chat, {
      executionId: execution.id,
      tool: tool.name,
      args,
      timeoutMs: tool.timeoutMs,
      expectedStateHash,
    });
    return fromPage(outcome, {});
  });
}

/** The page's word on a call. Refused before anything happened: the model sees the new state and decides anew. */
async function orRefused(
  more: Pick<Partial<CallResult>, 'decision'>,
  ask: () => Promise<CallResult>,
): Promise<CallResult> {
  try {
    return await ask();
  } catch (error) {
    if (isStewardError(error) && error.code === 'page-changed') return answered(pageChanged(), more);
    throw error;
  }
}
