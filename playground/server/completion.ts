import type { DemoReply, DemoRequest } from '../demo-model/demo-reply';

/** A reply of the demo model with the further fields of the wire format. */
export interface Completion {
  id: string;
  model: string;
  createdS: number;
  reasoning: string;
  content: string;
  toolCalls: { id: string; name: string; arguments: string }[];
  finishReason: 'stop' | 'tool_calls';
  usage: Usage;
}

/**
 * Token counts as OpenAI names them. The demo model has no tokens, so they are estimated at four characters
 * each.
 */
interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  completion_tokens_details: { reasoning_tokens: number };
}

/** Creates a completion from a reply. `newId` returns a new unique id at each call. */
export function createCompletion(
  request: DemoRequest,
  reply: DemoReply,
  createdS: number,
  newId: () => string,
): Completion {
  const toolCalls = reply.toolCalls.map((call) => ({
    id: `call_${newId()}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
  return {
    id: `chatcmpl-${newId()}`,
    model: request.model,
    createdS,
    reasoning: reply.reasoning,
    content: reply.content,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: estimateUsage(request, reply, toolCalls),
  };
}

/** The whole completion as a single answer. */
export function toCompletionJson(completion: Completion) {
  const { id, model, createdS, reasoning, content, toolCalls, finishReason, usage } = completion;
  const message = {
    role: 'assistant',
    content: content === '' && toolCalls.length > 0 ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(toolCalls.length === 0
      ? {}
      : {
          tool_calls: toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
  };
  return {
    id,
    object: 'chat.completion',
    created: createdS,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage,
  };
}

function estimateUsage(
  { messages, tools }: DemoRequest,
  reply: DemoReply,
  toolCalls: Completion['toolCalls'],
): Usage {
  const prompt_tokens = tokensOf(JSON.stringify({ messages, tools }));
  const reasoning_tokens = tokensOf(reply.reasoning);
  const called = toolCalls.map((call) => call.name + call.arguments).join('');
  const completion_tokens = reasoning_tokens + tokensOf(reply.content + called);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    completion_tokens_details: { reasoning_tokens },
  };
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
