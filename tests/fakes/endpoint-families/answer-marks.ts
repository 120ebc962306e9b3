import type { AnswerMessage, PlainAnswer } from './endpoint-family';

/** Letters and digits for an id or a signature; they differ for each number. */
export function opaque(number: number, length: number): string {
  let text = '';
  let state = (number + 1) * 2_654_435_761;
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(-length);
}

/**
 * A call without id and further members. `number` counts the answers of the endpoint, `index` the calls of one answer,
 * from 0.
 */
interface PlacedCall {
  name: string;
  number: number;
  index: number;
}

/** The answer as a message: its calls have the ids of `idOf` and the further members of `membersOf`. */
export function withCalls(
  { text, calls }: PlainAnswer,
  number: number,
  idOf: (call: PlacedCall) => string,
  membersOf: (call: PlacedCall) => Record<string, unknown>,
): AnswerMessage {
  const content = text === '' ? null : text;
  if (calls.length === 0) return { content };
  return {
    content,
    tool_calls: calls.map(([name, argumentsText], index) => ({
      id: idOf({ name, number, index }),
      type: 'function',
      function: { name, arguments: argumentsText },
      ...membersOf({ name, number, index }),
    })),
  };
}

/** Returns the reasoning of an answer; each number gives another text. */
export function thought(number: number): string {
  return `Step ${number}: which rule is needed? "${opaque(number, 12)}"\nThen it is added.`;
}

/** Ids as OpenAI sends them. */
export function usualId({ number, index }: PlacedCall): string {
  return `call_${opaque(number * 100 + index, 24)}`;
}

/** Ids of nine letters and digits. */
export function shortId({ number, index }: PlacedCall): string {
  return opaque(number * 100 + index, 9);
}

export const NO_MEMBERS = () => ({});
