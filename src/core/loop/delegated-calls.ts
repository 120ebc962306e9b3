import { toolsFor } from '../adapter/adapter-of-chat';
import { StewardError } from '../errors';
import { nextStep, openCalls } from '../history/next-step';
import type { JsonObject } from '../json';
import { withDecision } from '../policy/with-decision';
import type { EventBus } from '../ports/event-bus';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, executionOf, isStarted } from '../records/record-access';
import type { Execution, Run } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import { validateCall } from '../tools/validate-call';
import { writtenArguments } from '../tools/written-arguments';
import type { LoopDeps } from './agent-loop';
import { callResult, approvedCall, type CallOutcome, decisionFacts } from './call-result';
import { sourceOf } from './change-status';
import { reportResult } from './report-result';

/**
 * Announces a call that the journal has as started to whoever carries it out. To be called whenever the loop comes
 * across the open call: {@link announcingOnce} drops what was announced before.
 */
export function announceDelegated(
  { events }: Pick<LoopDeps, 'events'>,
  run: Run,
  call: { executionId: string; name: string; args: JsonObject },
): CallOutcome {
  events.emit(sourceOf(run), { type: 'tool-call-delegated', ...call });
  return { kind: 'delegated' };
}

/**
 * Passes each announcement of a delegated call on once. What was announced is kept in memory alone: after a restart of
 * the worker an open call is announced again, since the listeners of the one before may be gone too.
 */
export function announcingOnce(events: EventBus): EventBus {
  const announced = new Set<string>();
  return {
    emit(source, event) {
      if (event.type === 'tool-call-delegated') {
        if (announced.has(event.executionId)) return;
        announced.add(event.executionId);
      }
      if (event.type === 'tool-result-processed') announced.delete(event.executionId);
      events.emit(source, event);
    },
  };
}

/** When the first of the delegated calls that are under way runs out of time; null if none is. */
export async function delegatedDueAt(deps: LoopDeps, record: ChatRecord): Promise<number | null> {
  const next = nextStep(conversation(record.messages), currentRun(record).id);
  if (next.kind !== 'execute') return null;
  const tools = toolsFor(record.chat, deps.adapters);
  const executions = await deps.journal.executionsOf(next.response.id);
  const dueAtMs = openCalls(record.messages, next.response).flatMap((call) => {
    const execution = executionOf(executions, call);
    const checked = validateCall(tools, call);
    return checked.kind === 'valid' && isStarted(execution)
      ? [execution.startedAtMs + checked.tool.timeoutMs]
      : [];
  });
  return dueAtMs.length === 0 ? null : Math.min(...dueAtMs);
}

/**
 * Stores a result that somebody else brought (ledger D-047, D-058). Rejects with `not-found` unless the call is
 * under way: a second result, or one that comes too late, changes nothing.
 */
export async function storeProvided(deps: LoopDeps, executionId: string, result: ToolResult): Promise<void> {
  const execution = await startedExecution(deps, executionId);
  const record = await deps.journal.load(execution.chatId);
  const [made] = record.messages.flatMap((response) =>
    response.role === 'assistant'
      ? response.toolCalls.flatMap((call) => (call.executionId === executionId ? [{ response, call }] : []))
      : [],
  );
  if (made === undefined) throw notStartedError();
  const durationMs = deps.clock.now() - execution.startedAtMs;
  const asked = await approvedCall(deps, execution);
  const args = writtenArguments(toolsFor(record.chat, deps.adapters), made.call);
  const isStored = await reportResult(deps, record.chat, made.response, {
    call: made.call,
    execution,
    outcome: callResult(withDecision(result, asked), { ...decisionFacts(asked, args), durationMs }),
  });
  if (!isStored) throw notStartedError();
}

/** The row of a call that is under way. Rejects with `not-found` if it isn't. */
export async function startedExecution(
  deps: Pick<LoopDeps, 'journal'>,
  executionId: string,
): Promise<Execution & { startedAtMs: number }> {
  const execution = await deps.journal.executionById(executionId);
  if (execution === null || !isStarted(execution)) throw notStartedError();
  return execution;
}

function notStartedError(): StewardError {
  return new StewardError('not-found', 'No such call is under way.', {
    remedy: 'Look at the conversation: it has its result already, or the run was stopped.',
  });
}
