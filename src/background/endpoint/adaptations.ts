import { isStewardError } from '@/src/core/errors';
import { bridgeBetween } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';

/** Deviations from the usual request that an endpoint requires. */
export type Adaptation =
  /** Another name for the limit of the answer, as for some OpenAI models. */
  | 'max_completion_tokens'
  /** No request for the usage of a stream. */
  | 'no_stream_options'
  /** No marks for the provider's cache. */
  | 'no_cache_marks'
  /** A placeholder for the reasoning of an answer that this server didn't send. */
  | 'filled_reasoning'
  /** A message of the user at the end: calls before it need no signature, so those of another model may be among them. */
  | 'new_turn'
  /** None of the members that the server sent with its answers. */
  | 'no_members'
  /** Each pair of roles bridged that some server refuses, and a text beside each call. */
  | 'strict_messages';

interface Row {
  adaptation: Adaptation;
  /** Words of the refusal. */
  words: RegExp;
  /** True if the request has what the endpoint may refuse. */
  concerns(request: AIRequest, words: string): boolean;
}

/** Words of servers about what came with an answer, where they don't name the member. */
const ABOUT_MEMBERS = /signature|thought|thinking|reasoning|encrypted/i;

/** The first row that fits and isn't made yet decides. */
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
 * The next adaptation to try after an endpoint refused a request before any answer; null for none. Templates of local servers
 * refuse with 500.
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
  return answersOf(request).flatMap(({ members, tool_calls: calls }) =>
    // An answer without calls, and one without members.
    [members, ...(calls ?? []).map((call) => call.members)].flatMap((some) => Object.keys(some ?? {})),
  );
}
