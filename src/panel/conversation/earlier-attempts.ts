import { callOutcome, isModelsError } from '@/src/core/records/tool-result';
import { hasEnded } from '@/src/core/records/transition';
import type { Execution } from '@/src/schema/call';
import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
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

/** What is stored of a conversation's calls. */
export interface CallRecords {
  messages: readonly Message[];
  executions: readonly Execution[];
  run: Run | null;
}

/** Results and journal rows of calls, by execution id. */
export function callRecords({ messages, executions }: Omit<CallRecords, 'run'>) {
  const tools = messages.filter((message): message is ToolMessage => message.role === 'tool');
  return {
    results: new Map(tools.map((tool) => [tool.executionId, tool])),
    journal: new Map(executions.map((execution) => [execution.id, execution])),
  };
}

/** A failed call for which no correction is stored yet. */
interface Attempt {
  call: ToolCall;
  responseId: string;
  /** True for an error of the model; otherwise it is a read that failed or found nothing, which the next calls decide on. */
  isOwn: boolean;
  /** True if it has no entry while the run may correct it. */
  isSilent: boolean;
  /** True if only a call of the same tool corrects it. */
  needsSameTool: boolean;
  isWrite: boolean;
}

/**
 * Finds the failed calls that the model corrects by itself, which concern the user only if it gives up.
 *
 * They are the calls with an error of the model, and reads that failed or found nothing in a response without any other call. A call that
 * may have changed the page, or that a permission or the user refused, is none. The correction is a later call of the same run that isn't
 * an attempt itself, whatever becomes of it: one of the same tool, or, if the whole response failed, of any tool, but no read for a
 * change. An answer without calls gives up.
 */
export function earlierAttempts({ messages, executions, run }: CallRecords): EarlierAttempts {
  const { results, journal } = callRecords({ messages, executions });
  const of = new Map<string, ToolCall[]>();
  const ids = new Set<string>();
  let pending: Attempt[] = [];
  let runId: string | null = null;
  const isRead = ({ executionId }: ToolCall) => journal.get(executionId)?.effect === 'read';

  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    if (message.runId !== runId || message.toolCalls.length === 0) pending = [];
    runId = message.runId;
    const attempts = attemptsOf(message.id, message.toolCalls, results, journal);
    const corrections = message.toolCalls.filter((call) =>
      attempts.every((attempt) => attempt.call !== call),
    );
    const isOpen = (attempt: Attempt) => {
      const correction =
        corrections.find(({ name }) => name === attempt.call.name) ??
        corrections.find(
          (call) => !attempt.needsSameTool && !isBuiltIn(call.name) && !(attempt.isWrite && isRead(call)),
        );
      if (correction === undefined) return attempt.isOwn || corrections.length === 0;
      // The first attempt of a call has none before it.
      of.set(correction.executionId, [...(of.get(correction.executionId) ?? []), attempt.call]);
      ids.add(attempt.call.executionId);
      return false;
    };
    pending = [...pending.filter(isOpen), ...attempts];
  }

  if (run === null || run.id !== runId || !mayCorrect(run.status)) return { of, ids, isRetrying: false };
  const silent = pending.filter(({ isSilent }) => isSilent);
  for (const { call } of silent) ids.add(call.executionId);
  return { of, ids, isRetrying: new Set(silent.map(({ responseId }) => responseId)).size > 1 };
}

/** The calls of a response that are attempts. */
function attemptsOf(
  responseId: string,
  calls: readonly ToolCall[],
  results: ReadonlyMap<string, ToolMessage>,
  journal: ReadonlyMap<string, Execution>,
): Attempt[] {
  const found = calls.flatMap((call): Attempt[] => {
    const result = results.get(call.executionId)?.result;
    const { effect = null, leftStateHash = null } = journal.get(call.executionId) ?? {};
    if (result === undefined || leftStateHash !== null) return [];
    const outcome = callOutcome(result);
    if (outcome === 'done' || outcome === 'refused') return [];
    const isOwn = outcome === 'failed' && isModelsError(result);
    if (!isOwn && effect !== 'read') return [];
    const isSilent = isOwn || outcome === 'nothing-to-do';
    const isWrite = effect !== null && effect !== 'read';
    return [{ call, responseId, isOwn, isSilent, needsSameTool: !isOwn, isWrite }];
  });
  if (found.length === calls.length) return found;
  // Other calls of the response ran, so a later call of another tool may have nothing to do with these. No call is of an unknown tool.
  return found
    .filter(({ isOwn }) => isOwn)
    .map((attempt) => ({
      ...attempt,
      needsSameTool: results.get(attempt.call.executionId)?.result.error_code !== 'unknown_tool',
    }));
}

/** True if the run may correct its calls: it goes on by itself, or once the user has answered. */
function mayCorrect(status: RunStatus): boolean {
  if (status.state !== 'waiting-for-user-input') return !hasEnded(status);
  return status.reason === 'question' || status.reason === 'requested';
}
