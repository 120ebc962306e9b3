import type { Execution } from '@/src/schema/call';
import type { Run } from '@/src/schema/run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { toolsFor } from '../adapter/adapter-of-chat';
import { type StewardError, textError } from '../errors';
import { nextStep, openCalls } from '../history/next-step';
import { withDecision } from '../policy/with-decision';
import type { EventBus } from '../ports/event-bus';
import type { StatesAround } from '../records/execution-outcome';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, executionOf, isStarted } from '../records/record-access';
import { validateCall, writtenArguments } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { approvedCall, type CallStepOutcome, callResult, decisionFacts } from './call-result';
import { sourceOf } from './change-status';
import { reportResult } from './report-result';

/**
 * Emits a started call for the module that carries it out. Call it at each step that finds the call open:
 * {@link announcingOnce} drops repeated events.
 */
export function announceDelegated(
  { events }: Pick<LoopDeps, 'events'>,
  run: Run,
  call: { executionId: string; name: string; args: JsonObject },
): CallStepOutcome {
  events.emit(sourceOf(run), { type: 'tool-call-delegated', ...call });
  return { kind: 'delegated' };
}

/**
 * Event bus that passes on each delegated call's event once: a step may still find the call open while its result
 * is being stored. The ids are kept in memory only. After a restart of the worker an open call is emitted again,
 * since its listeners may have restarted too.
 */
export function announcingOnce(events: EventBus): EventBus {
  const announced = new Set<string>();
  return {
    emit(source, event) {
      if (event.type === 'tool-call-delegated') {
        if (announced.has(event.executionId)) return;
        announced.add(event.executionId);
      }
      events.emit(source, event);
    },
  };
}

/** Earliest deadline of the started delegated calls, in milliseconds since 1970; null if there is none. */
export async function delegatedDueAt(deps: LoopDeps, record: ChatRecord): Promise<number | null> {
  const next = nextStep(conversation(record.messages), currentRun(record).id);
  if (next.kind !== 'execute') return null;
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(next.response.id);
  const dueAtMs = openCalls(record.messages, next.response).flatMap((call) => {
    const execution = executionOf(executions, call);
    const checked = validateCall(tools, call);
    return checked.kind === 'valid' && checked.tool.executor === 'delegated' && isStarted(execution)
      ? [execution.startedAtMs + checked.tool.timeoutMs]
      : [];
  });
  return dueAtMs.length === 0 ? null : Math.min(...dueAtMs);
}

/**
 * Stores the result that a module provides for a delegated call. Rejects with `not-found` unless the call has started
 * and has no result: a second or late result changes nothing.
 */
export async function storeProvided(
  deps: LoopDeps,
  executionId: string,
  result: ToolResult,
  page: StatesAround | undefined,
): Promise<void> {
  const execution = await startedExecution(deps, executionId);
  const record = await deps.journal.load(execution.chatId);
  const [made] = record.messages.flatMap((response) =>
    response.role === 'assistant'
      ? response.toolCalls.flatMap((call) => (call.executionId === executionId ? [{ response, call }] : []))
      : [],
  );
  if (made === undefined) throw notStartedError();
  const durationMs = deps.clock.now() - execution.startedAtMs;
  const approved = await approvedCall(deps, execution);
  const args = writtenArguments(toolsFor(record.chat, deps.adapters), made.call);
  const stateHash = page?.stateHashAfter ?? null;
  const hashes = { stateHashBefore: page?.stateHashBefore ?? null, stateHash };
  const facts = { ...decisionFacts(approved, args), ...hashes, durationMs };
  const isStored = await reportResult(deps, record.chat, made.response, {
    call: made.call,
    execution,
    outcome: callResult(withDecision(result, approved), facts),
    leftStateHash: stateHash,
    // The run's next step finds out whether other calls are open.
    isLast: false,
  });
  if (!isStored) throw notStartedError();
}

/** The row of a started call. Rejects with `not-found` unless it has started and has no result. */
export async function startedExecution(
  deps: Pick<LoopDeps, 'journal'>,
  executionId: string,
): Promise<Execution & { startedAtMs: number }> {
  const execution = await deps.journal.executionById(executionId);
  if (execution === null || !isStarted(execution)) throw notStartedError();
  return execution;
}

function notStartedError(): StewardError {
  return textError('not-found', 'error.loop.noCall');
}
