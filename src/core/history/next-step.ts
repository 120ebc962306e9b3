import type { AssistantMessage, Message } from '@/src/schema/message';

/**
 * The next step of a run, derived from the stored messages only, so that a recovered run continues in the
 * same way.
 */
export type Step =
  | { kind: 'request' }
  /** Execute the calls of this response that have no result yet. */
  | { kind: 'execute'; response: AssistantMessage }
  /** The model answered without calling a tool. */
  | { kind: 'conclude'; response: AssistantMessage };

/** `messages`: the conversation without discarded entries, in order. */
export function nextStep(messages: readonly Message[], runId: string): Step {
  const ofRun = messages.filter((message) => message.runId === runId);
  const response = ofRun.findLast((message) => message.role === 'assistant');
  if (response === undefined) return { kind: 'request' };
  if (openCalls(ofRun, response).length > 0) return { kind: 'execute', response };
  const last = ofRun.at(-1);
  return last === response ? { kind: 'conclude', response } : { kind: 'request' };
}

/** The calls of a response that have no result yet, in call order. */
export function openCalls(messages: readonly Message[], response: AssistantMessage) {
  const answered = new Set(
    messages.filter((message) => message.role === 'tool').map((tool) => tool.executionId),
  );
  return response.toolCalls.filter((call) => !answered.has(call.executionId));
}
