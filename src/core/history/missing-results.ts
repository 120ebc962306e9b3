import type { Execution } from '@/src/schema/call';
import type { Message, ToolMessage } from '@/src/schema/message';
import { cancelled } from '../tools/call-results';
import { NO_RESULT } from './call-results';

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
      const result = unstarted.has(executionId) ? cancelled() : NO_RESULT;
      return [{ ...base, ...call, role: 'tool', result, durationMs: 0, pageUpdate: null }];
    });
  });
}
