import { isStewardError } from '@/src/core/errors';
import { bridgeBetween } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';

/** Deviations from the usual request that an endpoint requires. */
export type Adaptation =
  /** The limit of the answer's length has another name, as some OpenAI models require. */
  | 'max_completion_tokens'
  /** The usage of a stream isn't requested. */
  | 'no_stream_options'
  /** No marks for the provider's cache are sent. */
  | 'no_cache_marks'
  /** Answers without reasoning, such as those of another model, get a placeholder for it. */
  | 'filled_reasoning'
  /** A message of the user ends the request: calls before it need no signature, and those of another model have none. */
  | 'new_turn'
  /** Unknown members that the server sent with its answers aren't returned to it. */
  | 'no_members'
  /** A message is inserted between two roles that some server refuses in this order, and each answer with calls has a text. */
  | 'strict_messages';

interface Row {
  adaptation: Adaptation;
  /** Pattern of the refusal's message. */
  words: RegExp;
  /** True if the request contains what this adaptation changes. */
  concerns(request: AIRequest, words: string): boolean;
}

/** Words of a refusal that is about unknown members without naming one. */
const ABOUT_MEMBERS = /signature|thought|thinking|reasoning|encrypted/i;

/** Adaptations in order of precedence: the first that fits and hasn't been tried is the next. */
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
 * The next adaptation to try after an endpoint refused a request before any answer; null for none. Local servers whose chat template
 * refuses the messages respond with status 500.
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
    // An answer may have no calls, and it and its calls may have no members.
    [members, ...(calls ?? []).map((call) => call.members)].flatMap((some) => Object.keys(some ?? {})),
  );
}
