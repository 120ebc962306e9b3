import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { assertNever } from '../assert-never';
import { hasCode, isStewardError, textError } from '../errors';
import { canonicalJson } from '../hash';
import { nextStep } from '../history/next-step';
import { takesNoQueued } from '../history/partial-answer';
import type { PageReading } from '../ports/page-port';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun } from '../records/record-access';
import type { StatusEvent } from '../records/run-status';
import {
  hasEnded,
  isAnswerWait,
  isLeaseWait,
  isPageWait,
  isPausable,
  isWorking,
} from '../records/transition';
import { tooManyInvalidCalls } from '../tools/call-results';
import { readArguments } from '../tools/read-arguments';
import { isCorrectable } from '../tools/wire-result';
import { acceptQueued, addStewardEvent } from './accept-input';
import type { LoopDeps, StepDeps } from './agent-loop';
import { checkAnswer } from './answer-wait';
import { isEndpointChosen, isUnchosen } from './begin-run';
import { changeStatus, changeStatusWith } from './change-status';
import { endStopped } from './end-run';
import { executeResponse } from './execute-response';
import { requestResponse } from './request-response';
import { submitPlan, submitProposal } from './store-response';
import { checkLease, checkPageEvent, endPageChangeWait, needsLease, takeLease } from './wait-for-page';

/** Number of responses without a call after which a run fails, in a chat that requires calls. */
const MISSED_CALL_LIMIT = 3;

/** State that one step keeps in memory for the next. */
export interface StepMemory {
  /** The run whose steps have its page's lease; null if none. No other run gets the lease while that run works. */
  leasedBy: string | null;
  /** The reading with which the run has just begun, for its first step; null afterwards. */
  opening: PageReading | null;
}

/** Takes one step of the chat's run. Returns true if there is another; rejects with the error that ends the run. */
export async function takeStep(
  deps: StepDeps,
  record: ChatRecord,
  memory: StepMemory,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const run = currentRun(record);
  if (!isWorking(run.status)) memory.leasedBy = null;
  if (run.control !== null) {
    await applyControl(deps, run, run.control);
    return false;
  }
  switch (run.status.state) {
    case 'waiting-for-all-actors-ready':
      return startUp(deps, record, run, signal);
    case 'waiting-for-endpoint':
      return checkEndpoint(deps, record, run);
    case 'processing':
    case 'waiting-for-tools':
      return work(deps, record, memory, signal);
    case 'waiting-for-agent-coordination':
      if (isLeaseWait(run.status)) return checkLease(deps, record, run.status);
      if (isAnswerWait(run.status)) return checkAnswer(deps, record, run.status, false);
      return isPageWait(run.status)
        ? checkPage(deps, record, run, signal)
        : endPageChangeWait(deps, record, run.status, signal);
    case 'waiting-for-system-input':
      return checkPageEvent(deps, record, signal);
    case 'waiting-for-approval':
    case 'waiting-for-user-input':
    case 'paused':
    case 'done':
      return false;
    default:
      return assertNever(run.status);
  }
}

/** Carries out a pause or stop that was requested during the last step, unless the run ended or waits by itself. */
async function applyControl(deps: LoopDeps, run: Run, control: 'pause' | 'stop'): Promise<void> {
  if (control === 'stop' && !hasEnded(run.status)) await endStopped(deps, run.chatId);
  else if (control === 'pause' && isPausable(run.status)) await pauseRun(deps, run);
  else await deps.journal.updateRun(run.id, { control: null }, {});
}

/** Pauses the run. It will resume with its present status. */
export async function pauseRun(deps: LoopDeps, run: Run): Promise<void> {
  await changeStatusWith(deps, run, { type: 'paused' }, { control: null }, {});
}

/** After a restart of the worker: verifies that page and endpoint are available before anything is sent. */
async function startUp(deps: LoopDeps, record: ChatRecord, run: Run, signal: AbortSignal): Promise<boolean> {
  await deps.page.readContext(record.chat, signal);
  const hasEndpoint = await isEndpointChosen(deps, record);
  await changeStatus(deps, run, { type: 'actors-ready', hasEndpoint });
  return hasEndpoint;
}

/** Ends the wait for a page that came back without a notice, e.g. while no worker was running. */
async function checkPage(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await deps.page.readContext(record.chat, signal);
  } catch (error) {
    if (hasCode(error, 'page-gone')) return false;
    throw error;
  }
  await changeStatus(deps, run, { type: 'coordination-ended' });
  return true;
}

async function checkEndpoint(deps: LoopDeps, record: ChatRecord, run: Run): Promise<boolean> {
  if (!(await isEndpointChosen(deps, record))) return false;
  await changeStatus(deps, run, { type: 'endpoint-available' });
  return true;
}

async function work(
  deps: StepDeps,
  record: ChatRecord,
  memory: StepMemory,
  signal: AbortSignal,
): Promise<boolean> {
  const run = currentRun(record);
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind !== 'conclude' && memory.leasedBy !== run.id && needsLease(deps, record)) {
    if (!(await takeLease(deps, run))) return true;
    memory.leasedBy = run.id;
  }
  switch (next.kind) {
    case 'execute':
      return executeResponse(
        deps,
        await advance(deps, record, 'processing', { type: 'calls-received' }),
        next.response,
        signal,
      );
    case 'request':
      return request(
        deps,
        await advance(deps, record, 'waiting-for-tools', { type: 'results-complete' }),
        memory.opening,
        signal,
      );
    case 'conclude':
      return conclude(deps, record, run, next.response);
    default:
      return assertNever(next);
  }
}

/** Changes the run's status if it is in the state `from`. Returns the record with the run's present status. */
async function advance(
  deps: LoopDeps,
  record: ChatRecord,
  from: RunStatus['state'],
  event: StatusEvent,
): Promise<ChatRecord> {
  const run = currentRun(record);
  if (run.status.state !== from) return record;
  return { ...record, run: { ...run, status: await changeStatus(deps, run, event) } };
}

async function request(
  deps: LoopDeps,
  record: ChatRecord,
  opening: PageReading | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { chat } = record;
  const run = currentRun(record);
  if (run.asksNoModel === true) {
    if (await submitProposal(deps, record, run)) return true;
    await changeStatus(deps, run, { type: 'status-requested', status: { state: 'done' } });
    return false;
  }
  if (chat.queuedStatus !== null) {
    // The queued status takes the place of this request.
    const event = { type: 'status-requested', status: chat.queuedStatus } as const;
    const status = await changeStatusWith(deps, run, event, {}, { queuedStatus: null });
    return !hasEnded(status);
  }
  // Counted by storeResponse: responses in a row without a valid call.
  if (run.invalidCalls >= chat.settings.invalidAttemptLimit) {
    throw tooManyInvalidCalls(run.invalidCalls, lastResult(record, run));
  }
  // The model would answer queued input in place of finishing its answer, or read it as part of the user's answer.
  if (!takesNoQueued(conversation(record.messages), run.id) && (await acceptQueued(deps, record)))
    return true;
  if (run.round >= chat.settings.roundsPerRun) {
    await changeStatus(deps, run, { type: 'user-needed', reason: 'round-limit' });
    return false;
  }
  if (repeatedCall(conversation(record.messages), run.id, run.loopCheckFrom) !== null) {
    await changeStatus(deps, run, { type: 'user-needed', reason: 'loop-detected' });
    return false;
  }
  try {
    await requestResponse(deps, record, opening, signal);
  } catch (error) {
    if (!isStewardError(error) || !isUnchosen(error)) throw error;
    await changeStatus(deps, run, { type: 'endpoint-missing' });
    return false;
  }
  return true;
}

async function conclude(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  response: AssistantMessage,
): Promise<boolean> {
  if (response.finishReason === 'length') {
    await changeStatus(deps, run, { type: 'user-needed', reason: 'cut-off' });
    return false;
  }
  if (await submitPlan(deps, record, run, response)) return true;
  if (!record.chat.settings.requireToolCall) {
    await changeStatus(deps, run, { type: 'concluded' });
    return false;
  }
  const missedToolCalls = run.missedToolCalls + 1;
  if (missedToolCalls >= MISSED_CALL_LIMIT) {
    throw textError('tool-call-required', 'error.loop.toolCallRequired');
  }
  await deps.journal.updateRun(run.id, { missedToolCalls }, {});
  await addStewardEvent(
    deps,
    record,
    'This chat requires a tool call in every response. Call a tool; finish_task ends the task.',
  );
  return true;
}

/** The run's last tool result; null if there is none. */
function lastResult(record: ChatRecord, run: Run): ToolResult | null {
  const last = conversation(record.messages).findLast(
    (message): message is ToolMessage => message.role === 'tool' && message.runId === run.id,
  );
  return last?.result ?? null;
}

/** Number of equal calls with equal results after which the run stops and waits for the user. */
export const SAME_RESULTS_LIMIT = 3;

/**
 * Detects a loop: the run's last call occurred {@link SAME_RESULTS_LIMIT} times since `fromPosition`, with the same
 * arguments and the same result. Returns the tool's name, or null.
 */
export function repeatedCall(
  messages: readonly Message[],
  runId: string,
  fromPosition: number,
): string | null {
  const ofRun = messages.filter((message) => message.runId === runId && message.position >= fromPosition);
  const argumentsOf = new Map(
    ofRun
      .filter((message) => message.role === 'assistant')
      .flatMap((message) => message.toolCalls)
      .map((call) => [call.executionId, call.argumentsText]),
  );
  const keys = ofRun
    .filter((message) => message.role === 'tool')
    // Calls that can't be run as written have their own limit.
    .filter((tool) => !isCorrectable(tool.result))
    // A result without its call counts as one without arguments.
    .map((tool) => ({ name: tool.name, key: resultKey(tool, argumentsOf.get(tool.executionId) ?? '') }));
  const last = keys.at(-1);
  if (last === undefined) return null;
  return keys.filter(({ key }) => key === last.key).length >= SAME_RESULTS_LIMIT ? last.name : null;
}

function resultKey(tool: ToolMessage, argumentsText: string): string {
  return `${callKey(tool.name, argumentsText)} ${canonicalJson(tool.result as unknown as Json)}`;
}

/**
 * Identifies equal calls: the name, and the arguments whatever their white space, key order or encoding.
 * Arguments that can't be parsed are compared as text.
 */
export function callKey(name: string, argumentsText: string): string {
  const read = readArguments(argumentsText);
  return `${JSON.stringify(name)} ${read === null ? argumentsText : canonicalJson(read.value)}`;
}
