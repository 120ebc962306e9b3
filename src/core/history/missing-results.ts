import type { Message, ToolMessage } from '../records/message';
import { NO_RESULT } from './call-results';

/** A result for each call that has none, at the place that is reserved for it. For a copy of the messages, in which no call may run. */
export function missingResults(messages: readonly Message[], newId: () => string): ToolMessage[] {
  const answered = new Set(
    messages.flatMap((message) => (message.role === 'tool' ? message.executionId : [])),
  );
  return messages.flatMap((answer) => {
    if (answer.role !== 'assistant') return [];
    const { chatId, runId, position, createdAtMs, discardedBy } = answer;
    return answer.toolCalls.flatMap(({ executionId, modelCallId, name }, index): ToolMessage[] => {
      if (answered.has(executionId)) return [];
      const base = { id: newId(), chatId, runId, position: position + 1 + index, createdAtMs, discardedBy };
      const call = { executionId, modelCallId, name };
      return [{ ...base, ...call, role: 'tool', result: NO_RESULT, durationMs: 0, pageUpdate: null }];
    });
  });
}
