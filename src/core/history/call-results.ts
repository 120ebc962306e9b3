import type { Execution } from '@/src/schema/call';
import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { cancelled } from '../tools/call-results';

/** Hands out each result of a conversation once, for its call, in stored order. */
export interface CallResults {
  take(call: ToolCall): ToolMessage | null;
  /** Number of results that belong to no call. They are not sent: endpoints accept a result only after its call. */
  countWithoutCall(): number;
}

export function resultsByCall(entries: readonly Message[]): CallResults {
  const results = new Map<string, ToolMessage[]>();
  for (const entry of entries) {
    if (entry.role !== 'tool') continue;
    // This is the first result of its call.
    results.set(entry.executionId, [...(results.get(entry.executionId) ?? []), entry]);
  }
  return {
    // Null for a call without a result.
    take: (call) => results.get(call.executionId)?.shift() ?? null,
    countWithoutCall: () => [...results.values()].reduce((sum, of) => sum + of.length, 0),
  };
}

/**
 * Sent for a call without a result. The call is not left out: it may have changed the page, and the model has
 * to know.
 */
export const NO_RESULT: ToolResult = {
  success: false,
  message:
    'No result of this call is on record, so whether it took effect is unknown. Read the page before relying on it.',
  error_code: 'outcome_unknown',
};

/**
 * Creates a result for each call that has none, at the position reserved for it. For a copy of messages, in which no call may
 * execute. `executions`: the journal's rows of these calls, where they exist.
 */
export function missingResults(
  messages: readonly Message[],
  executions: readonly Pick<Execution, 'id' | 'state'>[],
  newId: () => string,
): ToolMessage[] {
  const unstarted = new Set(
    executions.flatMap(({ id, state }) => (state === 'received' || state === 'awaiting-approval' ? id : [])),
  );
  // The loop counts a result only if it is of the same run as its call, and set aside together with it. Any other
  // result would leave the call open.
  const placeOf = ({ chatId, runId, discardedBy }: Message, executionId: string) =>
    JSON.stringify([chatId, runId, discardedBy, executionId]);
  const answered = new Set(
    messages.flatMap((message) => (message.role === 'tool' ? placeOf(message, message.executionId) : [])),
  );
  return messages.flatMap((answer) => {
    if (answer.role !== 'assistant') return [];
    const { chatId, runId, position, createdAtMs, discardedBy } = answer;
    return answer.toolCalls.flatMap(({ executionId, modelCallId, name }, index): ToolMessage[] => {
      if (answered.has(placeOf(answer, executionId))) return [];
      const base = { id: newId(), chatId, runId, position: position + 1 + index, createdAtMs, discardedBy };
      const call = { executionId, modelCallId, name };
      const result = unstarted.has(executionId) ? cancelled() : NO_RESULT;
      return [{ ...base, ...call, role: 'tool', result, durationMs: 0, pageUpdate: null }];
    });
  });
}
