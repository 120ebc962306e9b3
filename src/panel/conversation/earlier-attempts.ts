import { callOutcome, isModelsError } from '@/src/core/records/tool-result';
import { hasEnded } from '@/src/core/records/transition';
import type { Execution } from '@/src/schema/call';
import type { Message, ToolCall } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { isBuiltIn } from './built-in-call';

/** The failed calls that a later call corrected, or that the run may still correct. */
export interface EarlierAttempts {
  /** The corrected calls, oldest first, by the execution id of the call that corrected them. */
  of: ReadonlyMap<string, readonly ToolCall[]>;
  /** The execution ids of the calls without an entry of their own: they were corrected, or it isn't known yet whether they will be. */
  ids: ReadonlySet<string>;
  /** True if the run has made two attempts or more, and no call yet that corrects them. */
  isRetrying: boolean;
}

export const NO_ATTEMPTS: EarlierAttempts = { of: new Map(), ids: new Set(), isRetrying: false };

/** Stored data of a conversation's calls. */
export interface CallRecords {
  messages: readonly Message[];
  executions: readonly Execution[];
  run: Run | null;
}

/** Results and journal rows of calls, by execution id. */
export function callRecords({ messages, executions }: CallRecords) {
  return {
    results: new Map(
      messages.flatMap((row) => (row.role === 'tool' ? [[row.executionId, row] as const] : [])),
    ),
    journal: new Map(executions.map((execution) => [execution.id, execution])),
  };
}

/** A failed call for which no correction is stored yet. */
interface Attempt {
  call: ToolCall;
  responseId: string;
  /** `error`: of the model. The others are reads. */
  kind: 'error' | 'nothing-to-do' | 'failed';
  /** True if all calls of its response are attempts. Otherwise a later call of another tool may have nothing to do with it. */
  isWhole: boolean;
}

/**
 * Finds the failed calls that the model corrects by itself, which concern the user only if it gives up.
 *
 * They are the calls with an error of the model, and reads that failed or found nothing in a response without any other call. The
 * correction is a later call of the same run that isn't an attempt itself, whatever becomes of it: one of the same tool, or, if all
 * calls of the response failed, of any tool that has a card, but no read for a change. An answer without calls gives up.
 */
export function earlierAttempts(record: CallRecords): EarlierAttempts {
  const { messages, run } = record;
  const { results, journal } = callRecords(record);
  const of = new Map<string, ToolCall[]>();
  const ids = new Set<string>();
  let pending: Attempt[] = [];
  let runId: string | null = null;
  // Null for an unknown tool, and for a moment before the call is in the journal.
  const effectOf = ({ executionId }: ToolCall) => journal.get(executionId)?.effect ?? null;
  const kindOf = (call: ToolCall): Attempt['kind'] | null => {
    const result = results.get(call.executionId)?.result;
    if (result === undefined) return null;
    if (isModelsError(result)) return 'error';
    const outcome = callOutcome(result);
    return effectOf(call) !== 'read' || outcome === 'done' || outcome === 'refused' ? null : outcome;
  };
  const isOpen = ({ call, kind, isWhole }: Attempt, others: readonly ToolCall[]) => {
    const effect = effectOf(call);
    const isCorrection = (other: ToolCall) =>
      kind === 'error' &&
      (isWhole || effect === null) &&
      !isBuiltIn(other.name) &&
      (effect === null || effect === 'read' || effectOf(other) !== 'read');
    const correction = others.find(({ name }) => name === call.name) ?? others.find(isCorrection);
    if (correction === undefined) return true;
    // The first attempt of a call has none before it.
    of.set(correction.executionId, [...(of.get(correction.executionId) ?? []), call]);
    ids.add(call.executionId);
    return false;
  };

  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const { id: responseId, toolCalls } = message;
    if (message.runId !== runId || toolCalls.length === 0) pending = [];
    runId = message.runId;
    const isWhole = toolCalls.every((call) => kindOf(call) !== null);
    const attempts = toolCalls.flatMap((call): Attempt[] => {
      const kind = kindOf(call);
      return kind === 'error' || (isWhole && kind !== null) ? [{ call, responseId, kind, isWhole }] : [];
    });
    const others = toolCalls.filter((own) => attempts.every(({ call }) => call !== own));
    pending = [...pending.filter((attempt) => isOpen(attempt, others)), ...attempts];
  }

  if (run === null || run.id !== runId || !mayCorrect(run.status)) return { of, ids, isRetrying: false };
  // The failure of a page has an entry at once: the user may have to act.
  const silent = pending.filter(({ kind }) => kind !== 'failed');
  for (const { call } of silent) ids.add(call.executionId);
  return { of, ids, isRetrying: new Set(silent.map(({ responseId }) => responseId)).size > 1 };
}

/** True if the run may correct its calls: it goes on by itself, or once the user has answered. */
function mayCorrect(status: RunStatus): boolean {
  if (status.state !== 'waiting-for-user-input') return !hasEnded(status);
  return status.reason === 'question' || status.reason === 'requested';
}
