import { isStewardError } from '@/src/core/errors';
import { bridgeBetween } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';

/** Deviations from the usual request that an endpoint requires. */
export type Adaptation =
  /** The limit of the answer's length is sent under this name, as some OpenAI models require. */
  | 'max_completion_tokens'
  /** The request doesn't ask for the usage of a stream. */
  | 'no_stream_options'
  /** No marks for the provider's cache are sent. */
  | 'no_cache_marks'
  /** Answers that have no reasoning, such as those of another model, are sent with a placeholder for it. */
  | 'filled_reasoning'
  /**
   * A request that would end with a tool result gets a message of the user after it. The earlier calls then need no
   * signature, which calls of another model don't have.
   */
  | 'new_turn'
  /** The unknown members of the server's own answers are not sent back to it. */
  | 'no_members'
  /**
   * A message is inserted between two roles that some servers refuse in this order, and each answer that has only calls
   * gets a text.
   */
  | 'strict_messages';

interface Row {
  adaptation: Adaptation;
  /** Pattern for the error message of the refusal. */
  words: RegExp;
  /** True if the request contains the part that this adaptation changes. */
  concerns(request: AIRequest, words: string): boolean;
}

/** Words of a refusal that concerns unknown members, but names none of them. */
const ABOUT_MEMBERS = /signature|thought|thinking|reasoning|encrypted/i;

/** Adaptations in order of precedence: the next one to try is the first that fits and hasn't been tried. */
const ROWS: readonly Row[] = [
  {
    adaptation: 'max_completion_tokens',
    words: /\bmax_tokens\b.*max_completion_tokens/s,
    concerns: ({ parameters }) => parameters.maxTokens !== null,
  },
  {
    adaptation: 'no_stream_options',
    words: /stream_options|include_usage/,
    concerns: ({ streaming }) => streaming,
  },
  {
    adaptation: 'filled_reasoning',
    words: /reasoning.?content.*(missing|must|requir|pass)|requires.*reasoning.?content/is,
    concerns: (request) => answersOf(request).length > 0,
  },
  {
    adaptation: 'new_turn',
    words: /missing.*thought.?signature|thought.?signature.*(missing|requir)/is,
    concerns: (request) => answersOf(request).length > 0,
  },
  {
    adaptation: 'no_members',
    words: /./s,
    concerns: (request, words) => {
      const names = memberNames(request);
      return names.length > 0 && (ABOUT_MEMBERS.test(words) || names.some((name) => words.includes(name)));
    },
  },
  // The endpoint refused the marks, or the content parts that carry them.
  {
    adaptation: 'no_cache_marks',
    words: /cache.?control|ephemeral|\bcontent\b|\bstring\b/i,
    concerns: ({ cacheMarks }) => cacheMarks.length > 0,
  },
  {
    adaptation: 'strict_messages',
    words: /\broles?\b|alternat|\bnull\b|\bNone|\bcontent\b/i,
    concerns: ({ messages }) =>
      messages.some(
        (message, at) =>
          message.content === null || bridgeBetween(messages[at - 1]?.role, message.role, true) !== null,
      ),
  },
];

/**
 * The next adaptation to try after an endpoint refused a request before any answer; null if there is none. Status 500
 * counts as a refusal only for `strict_messages`: local servers use it if their chat template rejects the messages.
 */
export function adaptationFor(
  error: unknown,
  request: AIRequest,
  made: ReadonlySet<Adaptation>,
): Adaptation | null {
  if (!isStewardError(error)) return null;
  const [, status, words = ''] = /^HTTP (400|422|500): (.*)/s.exec(error.details ?? '') ?? [];
  const row = ROWS.find(
    (one) =>
      !made.has(one.adaptation) &&
      (status !== '500' || one.adaptation === 'strict_messages') &&
      one.words.test(words) &&
      one.concerns(request, words),
  );
  return row?.adaptation ?? null;
}

function answersOf({ messages }: AIRequest) {
  return messages.filter((message) => message.role === 'assistant');
}

function memberNames(request: AIRequest): string[] {
  const named = answersOf(request).flatMap(({ members, tool_calls: calls = [] }) => [
    members,
    ...calls.flatMap(({ members: ofCall }) => [ofCall, ofCall?.function]),
  ]);
  // An answer and its calls may have no members. The members of a call's function are in a member of that name.
  return named.flatMap((some) => Object.keys(some ?? {})).filter((name) => name !== 'function');
}
