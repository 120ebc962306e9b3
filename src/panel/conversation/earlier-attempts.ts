import { isDenied } from '@/src/core/tools/call-results';
import { isCorrectable } from '@/src/core/tools/wire-result';
import type { Execution } from '@/src/schema/call';
import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';

/** The failed calls that a later call corrected. */
export interface EarlierAttempts {
  /** The attempts, oldest first, by the execution id of the call that succeeded after them. */
  of: ReadonlyMap<string, readonly ToolCall[]>;
  /** The execution ids of all attempts. */
  ids: ReadonlySet<string>;
}

export const NO_ATTEMPTS: EarlierAttempts = { of: new Map(), ids: new Set() };

/**
 * Finds the failed calls that a later call corrected. An attempt is a call of a response of which all calls failed: because of
 * invalid parameters or an unknown tool, or as read calls that the chat's policy allows. The next response with another outcome
 * has a successful call of the same tool; after an unknown tool, its first successful call counts.
 */
export function earlierAttempts(
  messages: readonly Message[],
  results: ReadonlyMap<string, ToolMessage>,
  journal: ReadonlyMap<string, Execution>,
): EarlierAttempts {
  const of = new Map<string, ToolCall[]>();
  const ids = new Set<string>();
  let pending: ToolCall[] = [];
  const resultOf = ({ executionId }: ToolCall) => results.get(executionId)?.result;
  const isAttempt = (call: ToolCall) => {
    const result = resultOf(call);
    if (result === undefined || result.success || isDenied(result)) return false;
    return isCorrectable(result) || journal.get(call.executionId)?.effect === 'read';
  };
  const fold = (attempt: ToolCall, calls: readonly ToolCall[]) => {
    const succeeded = calls.filter((call) => resultOf(call)?.success === true);
    const isUnknown = resultOf(attempt)?.error_code === 'unknown_tool';
    const corrected =
      succeeded.find(({ name }) => name === attempt.name) ?? (isUnknown ? succeeded[0] : null);
    if (corrected === null || corrected === undefined) return;
    of.set(corrected.executionId, [...(of.get(corrected.executionId) ?? NONE), attempt]);
    ids.add(attempt.executionId);
  };
  for (const message of messages) {
    // Calls after a user's message, or after an answer without calls, correct nothing before it.
    if (message.role === 'user') pending = [];
    if (message.role !== 'assistant') continue;
    const { toolCalls } = message;
    if (toolCalls.length > 0 && toolCalls.every(isAttempt)) {
      pending.push(...toolCalls);
    } else {
      for (const attempt of pending) fold(attempt, toolCalls);
      pending = [];
    }
  }
  return { of, ids };
}

/** Most calls have no earlier attempt. */
const NONE: readonly ToolCall[] = [];
