import type { AssistantMessage, Message, ToolMessage } from '../chat/message';

/** What a run has to do next, told from the durable record alone, so that a run taken up again goes on in the same way. */
export type Step =
  | { kind: 'request' }
  /** Carry out the calls of this response that have no result yet. */
  | { kind: 'execute'; response: AssistantMessage }
  | { kind: 'conclude' };

/** `messages`: the conversation (without what was set aside), in order. */
export function nextStep(messages: readonly Message[], runId: string): Step {
  const ofRun = messages.filter((message) => message.runId === runId);
  const response = ofRun.filter((message) => message.role === 'assistant').at(-1);
  if (response === undefined) return { kind: 'request' };
  if (response.toolCalls.length === 0) return { kind: 'conclude' };
  const answered = new Set(
    ofRun
      .filter((message): message is ToolMessage => message.role === 'tool')
      .map((tool) => tool.executionId),
  );
  const complete = response.toolCalls.every((call) => answered.has(call.executionId));
  return complete ? { kind: 'request' } : { kind: 'execute', response };
}
