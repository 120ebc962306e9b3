import { callOutcome, isModelsError } from '@/src/core/records/tool-result';
import { hasEnded } from '@/src/core/records/transition';
import { isCorrectable } from '@/src/core/tools/wire-result';
import type { Execution } from '@/src/schema/call';
import type { Message, ToolCall } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { isBuiltIn } from './built-in-call';

/** The failed calls that a later call corrected, or that the run may still correct. */
export interface EarlierAttempts {
  /** The corrected calls, oldest first, by the execution id of the call that corrected them. */
  of: ReadonlyMap<string, readonly ToolCall[]>;
  /**
   * Execution ids of the calls without an entry of their own: corrected calls, and calls that the run may still correct. A read that failed
   * on the page is added only once it is corrected: until then, the user may have to act.
   */
  ids: ReadonlySet<string>;
  /** True if at least two responses of the run contain attempts that aren't corrected. Reads that failed on the page don't count. */
  isRetrying: boolean;
}

export const NO_ATTEMPTS: EarlierAttempts = { of: new Map(), ids: new Set(), isRetrying: false };

/** Stored data of a conversation's calls. */
export interface CallRecords {
  messages: readonly Message[];
  executions: readonly Execution[];
  run: Run | null;
}

/** Result messages and journal rows of calls, by execution id. */
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
  /**
   * `unreadable`: the call couldn't be run as the model wrote it, or it is a read with wrong arguments. `mistaken`: a
   * change of something that doesn't exist, or with an invalid value. `nothing-to-do` and `failed`: the outcome of a
   * read that the page answered.
   */
  kind: 'unreadable' | 'mistaken' | 'nothing-to-do' | 'failed';
  /** True if all calls of its response are attempts. Otherwise a later call of another tool may be unrelated. */
  isWhole: boolean;
}

/**
 * Finds the failed calls that the model corrects by itself. They concern the user only if the model gives up.
 *
 * An attempt is a call that failed because of what the model wrote. A read that failed on the page or found nothing is
 * an attempt only if all calls of its response are attempts.
 *
 * The correction of an attempt is a later call of the same run that isn't an attempt itself and wasn't refused. It
 * depends on the kind:
 * - `unreadable`: a call of the same tool, or, if all calls of the response were attempts, a call of any page tool with
 *   the same effect; for an unknown tool, of any page tool.
 * - `nothing-to-do`: a call of the same tool.
 * - `mistaken` and `failed`: a call of the same tool with the same arguments, since other arguments may be about
 *   something else.
 *
 * After an answer without calls, the run's attempts can no longer be corrected: the model has given up.
 */
export function earlierAttempts(record: CallRecords): EarlierAttempts {
  const { messages, run } = record;
  const { results, journal } = callRecords(record);
  const of = new Map<string, ToolCall[]>();
  const ids = new Set<string>();
  let pending: Attempt[] = [];
  let runId: string | null = null;
  // Null for an unknown tool, and for a call that isn't in the journal yet.
  const effectOf = ({ executionId }: ToolCall) => journal.get(executionId)?.effect ?? null;
  const kindOf = (call: ToolCall): Attempt['kind'] | null => {
    const result = results.get(call.executionId)?.result;
    // A call on several sites may have changed some of them.
    if (result === undefined || result.data?.sites !== undefined) return null;
    if (isModelsError(result))
      return effectOf(call) === 'read' || isCorrectable(result) ? 'unreadable' : 'mistaken';
    const outcome = callOutcome(result);
    return effectOf(call) !== 'read' || outcome === 'done' || outcome === 'refused' ? null : outcome;
  };
  const wasPrevented = ({ executionId }: ToolCall) => {
    const result = results.get(executionId)?.result;
    return result !== undefined && callOutcome(result) === 'refused';
  };
  const isOpen = ({ call, kind, isWhole }: Attempt, others: readonly ToolCall[]) => {
    const effect = effectOf(call);
    const isAgain = ({ name, argumentsText }: ToolCall) =>
      name === call.name &&
      (kind === 'unreadable' || kind === 'nothing-to-do' || argumentsText === call.argumentsText);
    const replaces = (other: ToolCall) =>
      kind === 'unreadable' &&
      isWhole &&
      !isBuiltIn(other.name) &&
      // The effect that the model meant by an unknown tool isn't known.
      (effect === null || effectOf(other) === effect);
    const correction = others.find(isAgain) ?? others.find(replaces);
    if (correction === undefined) return true;
    // Undefined before the first attempt is added.
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
      return kind !== null && (isWhole || kind === 'unreadable' || kind === 'mistaken')
        ? [{ call, responseId, kind, isWhole }]
        : [];
    });
    const others = toolCalls.filter(
      (other) => attempts.every(({ call }) => call !== other) && !wasPrevented(other),
    );
    pending = [...pending.filter((attempt) => isOpen(attempt, others)), ...attempts];
  }

  if (run === null || run.id !== runId || !mayCorrect(run.status)) return { of, ids, isRetrying: false };
  // A failure on the page has an entry at once, because the user may have to act.
  const silent = pending.filter(({ kind }) => kind !== 'failed');
  for (const { call } of silent) ids.add(call.executionId);
  return { of, ids, isRetrying: new Set(silent.map(({ responseId }) => responseId)).size > 1 };
}

/** True if the run may still correct its calls: it is working, or it continues when the user answers. */
function mayCorrect(status: RunStatus): boolean {
  if (status.state === 'paused' || status.state === 'waiting-for-endpoint') return false;
  if (status.state !== 'waiting-for-user-input') return !hasEnded(status);
  return status.reason === 'question' || status.reason === 'requested';
}
