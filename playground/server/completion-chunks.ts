import type { Completion } from './completion';

/**
 * The chunks of a streamed completion, as objects, in order: the role, the reasoning, the content, each tool call
 * (its name first, then its arguments in parts), the finish reason, and last the usage with no choice.
 */
export function* completionChunks(completion: Completion): Generator<object> {
  const { id, model, createdS, reasoning, content, toolCalls, finishReason, usage } = completion;
  const head = { id, object: 'chat.completion.chunk', created: createdS, model };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });

  yield chunk({ role: 'assistant' });
  for (const words of splitIntoWords(reasoning)) yield chunk({ reasoning_content: words });
  for (const words of splitIntoWords(content)) yield chunk({ content: words });
  for (const [index, call] of toolCalls.entries()) {
    const opening = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
    yield chunk({ tool_calls: [opening] });
    for (const part of splitIntoParts(call.arguments)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
    }
  }
  yield chunk({}, finishReason);
  yield { ...head, choices: [], usage };
}

const WORDS_PER_CHUNK = 3;
const CHARACTERS_PER_PART = 10;

/** Splits a text before words, so that the joined pieces equal the text. */
function splitIntoWords(text: string): string[] {
  return joinInGroups(text.split(/(?<=\s)(?=\S)/), WORDS_PER_CHUNK);
}

/** Splits a text between code points. */
function splitIntoParts(text: string): string[] {
  return joinInGroups(Array.from(text), CHARACTERS_PER_PART);
}

function joinInGroups(pieces: readonly string[], size: number): string[] {
  const groups: string[] = [];
  for (let at = 0; at < pieces.length; at += size) groups.push(pieces.slice(at, at + size).join(''));
  return groups.filter((group) => group !== '');
}
