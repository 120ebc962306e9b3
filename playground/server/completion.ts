import type { DemoReply } from '../demo-model/demo-reply';
import type { DemoRequest } from '../demo-model/demo-request';

/** A reply of the demo model in OpenAI's format. */
export type Completion = ReturnType<typeof createCompletion>;

/** Creates a completion from a reply. `newId` returns a new unique id at each call. */
export function createCompletion(
  request: DemoRequest,
  { reasoning, content, toolCalls }: DemoReply,
  createdS: number,
  newId: () => string,
) {
  const tool_calls = toolCalls.map(({ name, arguments: values }) => ({
    id: `call_${newId()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(values) },
  }));
  const hasCalls = tool_calls.length > 0;
  const message = {
    role: 'assistant',
    content: content === '' && hasCalls ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(hasCalls ? { tool_calls } : {}),
  };
  const called = toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join('');
  return {
    id: `chatcmpl-${newId()}`,
    object: 'chat.completion',
    created: createdS,
    model: request.model,
    choices: [{ index: 0, message, finish_reason: hasCalls ? 'tool_calls' : 'stop' }] as const,
    usage: estimateUsage(JSON.stringify([request.messages, request.tools]), reasoning, content + called),
  };
}

/** Token counts with OpenAI's names. The demo model has no tokens, so four characters count as one. */
function estimateUsage(prompt: string, reasoning: string, said: string) {
  const tokensOf = (text: string) => Math.ceil(text.length / 4);
  const prompt_tokens = tokensOf(prompt);
  const reasoning_tokens = tokensOf(reasoning);
  const completion_tokens = reasoning_tokens + tokensOf(said);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    completion_tokens_details: { reasoning_tokens },
  };
}

/**
 * The chunks of a streamed completion, as objects, in order: the role, the reasoning, the content, each tool call (its
 * name first, then its arguments in parts), the finish reason, and last the usage without a choice.
 */
export function* completionChunks({ choices: [choice], usage, ...rest }: Completion): Generator<object> {
  const head = { ...rest, object: 'chat.completion.chunk' };
  const { role, content, reasoning_content = '', tool_calls = [] } = choice.message;
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });
  yield chunk({ role });
  for (const words of splitIntoWords(reasoning_content)) yield chunk({ reasoning_content: words });
  for (const words of splitIntoWords(content ?? '')) yield chunk({ content: words });
  for (const [index, call] of tool_calls.entries()) {
    yield chunk({ tool_calls: [{ ...call, index, function: { ...call.function, arguments: '' } }] });
    for (const part of inGroups(Array.from(call.function.arguments), CHARACTERS_PER_PART)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  yield chunk({}, choice.finish_reason);
  yield { ...head, choices: [], usage };
}

const WORDS_PER_CHUNK = 3;
const CHARACTERS_PER_PART = 10;

/** Splits a text before words, so that the joined pieces equal the text. */
function splitIntoWords(text: string): string[] {
  return inGroups(text.split(/(?<=\s)(?=\S)/), WORDS_PER_CHUNK);
}

function inGroups(pieces: readonly string[], size: number): string[] {
  const groups: string[] = [];
  for (let at = 0; at < pieces.length; at += size) groups.push(pieces.slice(at, at + size).join(''));
  return groups.filter((group) => group !== '');
}
