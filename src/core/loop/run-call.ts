import type { Execution } from '@/src/schema/call';
import type { Message } from '@/src/schema/message';
import type { CoordinationStatus } from '@/src/schema/run-status';
import type { JsonObject } from '@/src/schema/values/json';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import { currentMessages } from '../history/current-messages';
import { changedByText } from '../page-history/changed-by';
import type { CallAtGate } from '../policy/call-at-gate';
import { plannedCalls } from '../policy/gather-plan';
import { withDecision } from '../policy/with-decision';
import type { NewCheckpoint } from '../ports/new-checkpoint';
import { SEND_MESSAGE } from '../records/chat-message';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, isStarted } from '../records/record-access';
import { changesPage } from '../records/tool-effect';
import {
  afterUncertainWrite,
  notAuthorised,
  pageChanged,
  planUndecided,
  timedOut,
  uncertainResult,
  userWrote,
} from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import type { ParsedCall } from '../tools/validate-call';
import type { LoopDeps, StepDeps } from './agent-loop';
import {
  approvedCall,
  type BuiltInOutcome,
  type CallResult,
  type CallStepOutcome,
  callResult,
  decisionFacts,
  pageResult,
  withDecisionFacts,
} from './call-result';
import { progressReport, sourceOf } from './change-status';
import { announceDelegated } from './delegated-calls';
import { openingOf, performWrite, prepareWrite } from './perform-write';
import { recallInterrupted } from './recover-call';
import { resumeSending, sendApproved } from './send-message';
import type { AllowedCall, Write } from './write';

/**
 * Runs one call: prepare → approve → checkpoint → apply. The caller reports, i.e. stores, the outcome. `isHeld`: an earlier change
 * may still arrive at the page, so a change must not run now.
 */
export async function runCall(
  deps: StepDeps,
  record: ChatRecord,
  { response, calls, execution }: Pick<CallAtGate, 'response' | 'calls' | 'execution'>,
  { parsed, isHeld }: { parsed: ParsedCall; isHeld: boolean },
  signal: AbortSignal,
): Promise<CallStepOutcome> {
  if (parsed.kind === 'invalid') return callResult(parsed.result, { isInvalid: true });
  const { tool, args, repairs } = parsed;
  if (tool.executor === 'built-in' && tool.name !== SEND_MESSAGE) {
    const outcome = await builtIn(deps, record, { response, execution, tool, args }, signal);
    return { ...outcome, repairs };
  }
  if (isStarted(execution)) return resumeStarted(deps, record, { execution, tool, args }, signal);

  const answer =
    tool.executor === 'sites'
      ? { kind: 'harmless' as const }
      : await deps.gate.check(record, { response, calls, execution, tool, args }, signal);
  const mayRun = answer.kind === 'ask' || answer.kind === 'allowed';
  if (isHeld && mayRun) return { ...(await heldResult(deps, execution)), repairs };
  if (answer.kind === 'ask') return answer;
  if (answer.kind === 'planned') return { ...callResult(answer.result, { isPlanned: true }), repairs };
  if (answer.kind === 'settled') {
    const { decision, note } = answer;
    return { ...callResult(answer.result, { decision, note }), repairs };
  }
  const allowed = answer.kind === 'allowed' ? answer : null;
  if (allowed !== null && tool.name === SEND_MESSAGE) {
    signal.throwIfAborted();
    const startedAtMs = deps.clock.now();
    const sent = await sendApproved(deps, record, execution, allowed, signal);
    return { ...sent, repairs, durationMs: deps.clock.now() - startedAtMs };
  }
  const { write, checkpoint } =
    allowed === null
      ? { write: null, checkpoint: null }
      : await prepareWrite(deps, record, { response, calls, execution, tool }, allowed);
  signal.throwIfAborted();
  const startedAtMs = deps.clock.now();
  const isSent = tool.executor === 'page' && allowed !== null && write !== null;
  const opens = isSent ? openingOf(deps, record.chat, write, allowed) : null;
  await deps.journal.markStarted(execution.id, startedAtMs, write?.intended ?? null, opens, checkpoint);
  if (checkpoint !== null) emitTaken(deps, record, checkpoint);
  if (tool.executor !== 'page') {
    if (allowed !== null) deps.delegatedTokens.keep(execution.id, allowed.token);
    const call = { executionId: execution.id, name: tool.name, args: allowed?.args ?? args };
    return announceDelegated(deps, currentRun(record), call);
  }
  const outcome =
    allowed === null || write === null
      ? await read(deps, record, { execution, tool, args }, signal)
      : await change(deps, record, tool, write, allowed, signal);
  return { ...outcome, repairs, durationMs: deps.clock.now() - startedAtMs };
}

function emitTaken(
  { events }: LoopDeps,
  record: ChatRecord,
  { checkpoint: { id: checkpointId }, retirement }: NewCheckpoint,
): void {
  const deletedCount = retirement.ids.length;
  events.emit(sourceOf(currentRun(record)), { type: 'checkpoint-taken', checkpointId, deletedCount });
}

/** Result of a change that was not run because the outcome of an earlier one is uncertain. */
async function heldResult(deps: LoopDeps, execution: Execution): Promise<CallResult> {
  const approved = await approvedCall(deps, execution);
  // A call that needed no approval has no decision.
  const { decision = null } = approved ?? {};
  const facts = decision === null ? {} : { decision: 'approved' as const, note: decision.note };
  return callResult(withDecision(afterUncertainWrite(), approved), facts);
}

async function builtIn(
  deps: LoopDeps,
  record: ChatRecord,
  { response, execution, tool, args }: Omit<CallAtGate, 'calls'>,
  signal: AbortSignal,
): Promise<CallResult> {
  const { chat, messages } = record;
  const contextHash = waitsForPage(tool.name, args)
    ? hashJson((await deps.page.readContext(chat, signal)).context)
    : null;
  const call = { executionId: execution.id, nowMs: deps.clock.now(), contextHash };
  const { result, request } = runBuiltIn(tool.name, args, call);
  if (request?.status.state === 'done') {
    // An earlier call of the response may have been planned since the record was read.
    const stored = await currentMessages(deps.journal, record, response.position);
    // The user has not decided about these planned calls yet.
    if (plannedCalls(stored, execution.runId).length > 0) return callResult(planUndecided(), {});
    // A module can request the user's input while calls of the response are open.
    const isAfter = ({ role, position }: Message) => role === 'user' && position > response.position;
    if (conversation(messages).some(isAfter)) return callResult(userWrote(), {});
  }
  return callResult(result, { request, decision: 'allowed' });
}

async function resumeStarted(
  deps: StepDeps,
  record: ChatRecord,
  {
    execution,
    tool,
    args,
  }: Pick<CallAtGate, 'tool' | 'args'> & { execution: Execution & { startedAtMs: number } },
  signal: AbortSignal,
): Promise<CallStepOutcome> {
  if (tool.name === SEND_MESSAGE) return resumeSending(deps, record, execution, args, signal);
  if (tool.executor === 'page') return recallInterrupted(deps, record, { execution, args }, signal);
  const announce = (ran: JsonObject) =>
    announceDelegated(deps, currentRun(record), { executionId: execution.id, name: tool.name, args: ran });
  if (tool.executor === 'sites') return announce(args);
  const approved = await approvedCall(deps, execution);
  const ranMs = deps.clock.now() - execution.startedAtMs;
  // Negative if the clock was set back while no worker was running. The time limit then counts as reached.
  if (ranMs >= 0 && ranMs < tool.timeoutMs) {
    return announce(decisionFacts(approved, args).ran ?? args);
  }
  const late = changesPage(tool.effect)
    ? uncertainResult(tool.name, null, false)
    : timedOut(tool.name, tool.timeoutMs);
  return withDecisionFacts(callResult(late, {}), approved, args);
}

async function read(
  deps: LoopDeps,
  record: ChatRecord,
  { execution, tool, args }: Omit<CallAtGate, 'response' | 'calls'>,
  signal: AbortSignal,
): Promise<CallResult> {
  const { id: executionId } = execution;
  const report = progressReport(deps, record, executionId);
  const request = { executionId, tool: tool.name, timeoutMs: tool.timeoutMs, args, report };
  return pageResult(await deps.page.query(record.chat, request, signal), { decision: 'allowed', ran: args });
}

/**
 * Sends an allowed write. A refusal by the page or by the token check, before any change, becomes a result for the
 * model.
 */
async function change(
  deps: LoopDeps,
  record: ChatRecord,
  tool: ToolDefinition,
  write: Write,
  allowed: AllowedCall,
  signal: AbortSignal,
): Promise<CallResult> {
  const { approvedCall: approved, args } = allowed;
  const nothingRan = { ...decisionFacts(approved, args), ran: null };
  try {
    return withDecisionFacts(await performWrite(deps, record, tool, write, allowed, signal), approved, args);
  } catch (error) {
    if (!isStewardError(error)) throw error;
    if (error.code === 'write-refused') return callResult(notAuthorised(), nothingRan);
    if (error.code !== 'page-changed') throw error;
    const causes = await changedByText(deps, record.chat, await deps.page.readContext(record.chat, signal));
    return callResult(pageChanged(causes), nothingRan);
  }
}

/** Input of a built-in call besides its arguments. */
interface BuiltInCall {
  executionId: string;
  nowMs: number;
  /** Hash of the page's context at the start of a wait for its change; null for other calls. */
  contextHash: string | null;
}

/** True for a call that waits for a change of the page. */
function waitsForPage(name: string, args: JsonObject): boolean {
  return name === 'wait' && args.for === 'page-change';
}

/**
 * Runs a call of a built-in tool. `args` fit the tool's schema. The result is sent to the model once the requested wait
 * is over, together with the other results of the response.
 */
export function runBuiltIn(name: string, args: JsonObject, call: BuiltInCall): BuiltInOutcome {
  switch (name) {
    case 'ask_user':
      return {
        result: { success: true, message: 'The question was put to the user. Their answer follows.' },
        request: { mode: 'now', status: { state: 'waiting-for-user-input', reason: 'question' } },
      };
    case 'wait':
      return {
        result: { success: true, message: `Waited: ${args.reason}` },
        request: { mode: 'now', status: waiting(args, call) },
      };
    default:
      return {
        result: { success: true, message: 'The task is finished.' },
        request: { mode: 'queue', status: { state: 'done' } },
      };
  }
}

function waiting(args: JsonObject, call: BuiltInCall): CoordinationStatus {
  return {
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: call.executionId,
    coordinatingToolName: 'wait',
    targetAgentScope: args.only_from === undefined ? null : String(args.only_from),
    userCanInterrupt: args.user_can_interrupt !== false,
    seenContextHash: call.contextHash,
    reason: String(args.reason),
    untilMs: call.nowMs + Number(args.seconds) * 1_000,
  };
}
