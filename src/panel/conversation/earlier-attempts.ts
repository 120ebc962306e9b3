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
  /**
   * `unreadable`: not a call of the tool as it was written; `mistaken`: a change to something that isn't there, or with a value that
   * doesn't fit. The others are reads.
   */
  kind: 'unreadable' | 'mistaken' | 'nothing-to-do' | 'failed';
  /** True if all calls of its response are attempts. Otherwise a later call of another tool may have nothing to do with it. */
  isWhole: boolean;
}

/**
 * Finds the failed calls that the model corrects by itself, which concern the user only if it gives up.
 *
 * They are the calls with an error of the model, and reads that failed or found nothing in a response without any other call. The
 * correction is a later call of the same run that isn't an attempt itself, and that nothing prevented from running: one of the same tool,
 * or, if all calls of the response failed, of any tool that has a card and the same effect. What failed for a reason in its target or on
 * the page is corrected only by the same call: one with other arguments may be about something else. An answer without calls gives up.
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
    // An unknown tool may have been meant to change the page.
    const effect = effectOf(call) ?? 'write';
    const isAgain = ({ name, argumentsText }: ToolCall) =>
      name === call.name &&
      (kind === 'unreadable' || kind === 'nothing-to-do' || argumentsText === call.argumentsText);
    const replaces = (other: ToolCall) =>
      kind === 'unreadable' && isWhole && !isBuiltIn(other.name) && effectOf(other) === effect;
    const correction = others.find(isAgain) ?? others.find(replaces);
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
      return kind !== null && (isWhole || kind === 'unreadable' || kind === 'mistaken')
        ? [{ call, responseId, kind, isWhole }]
        : [];
    });
    const others = toolCalls.filter(
      (own) => attempts.every(({ call }) => call !== own) && !wasPrevented(own),
    );
    pending = [...pending.filter((attempt) => isOpen(attempt, others)), ...attempts];
  }

  if (run === null || run.id !== runId || !mayCorrect(run.status)) return { of, ids, isRetrying: false };
  // The failure of a page has an entry at once: the user may have to act.
  const silent = pending.filter(({ kind }) => kind !== 'failed');
  for (const { call } of silent) ids.add(call.executionId);
  return { of, ids, isRetrying: new Set(silent.map(({ responseId }) => responseId)).size > 1 };
}

/** True if the run may correct its calls: it works, or goes on once the user has answered. */
function mayCorrect(status: RunStatus): boolean {
  if (status.state === 'paused' || status.state === 'waiting-for-endpoint') return false;
  if (status.state !== 'waiting-for-user-input') return !hasEnded(status);
  return status.reason === 'question' || status.reason === 'requested';
}
