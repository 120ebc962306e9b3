import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';

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
    // The first result of its call.
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
