import { toErrorInfo } from '@/src/core/errors';
import { bridgeBetween } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { unknownMembers } from '@/src/core/llm/members';
import { hasKeptReasoning } from '@/src/core/llm/response-items';
import type { WireName } from '@/src/core/records/endpoint';

interface Row {
  /** The API whose requests have the part; missing if both have. */
  wire?: WireName;
  /** True if servers also refuse this part with the status 500, as those do whose template can't hold the messages. */
  isOfTemplate?: true;
  /** Pattern for the error message of the refusal. */
  words: RegExp;
  /** True if the request contains the part that this adaptation changes. */
  concerns(request: AIRequest, words: string): boolean;
  /** True if later requests don't begin with the adaptation. */
  isOnce?: true;
}

/** Words of a refusal that concerns unknown members, but names none of them. */
const ABOUT_MEMBERS = /signature|thought|thinking|reasoning|encrypted/i;

/** Words of a refusal of reasoning that was sent back, such as that of another account. */
const ABOUT_REASONING = /reasoning(?!.{0,3}effort)|encrypted|\brs_/i;

/**
 * Deviations from the usual request that an endpoint requires, in order of precedence: the next one to try is the first that fits and
 * hasn't been tried.
 */
const ROWS = {
  /** The limit of the answer's length is sent under this name, as some OpenAI models require. */
  max_completion_tokens: {
    wire: 'chat',
    words: /\bmax_tokens\b.*max_completion_tokens/s,
    concerns: ({ parameters }) => parameters.maxTokens !== null,
  },
  /** The request doesn't ask for the usage of a stream. */
  no_stream_options: {
    wire: 'chat',
    words: /stream_options|include_usage/,
    concerns: ({ streaming }) => streaming,
  },
  /** Each call is sent in an answer of its own, directly before its result. */
  one_call_each: {
    isOfTemplate: true,
    words: /(single|\bone|multiple|parallel) (tool|function).?calls?/i,
    concerns: (request) => answersOf(request).some(({ tool_calls: calls }) => (calls?.length ?? 0) > 1),
  },
  /** No summary of the reasoning is requested. */
  no_summary: {
    wire: 'responses',
    words: /\bsummar(y|ies)\b|["'`]reasoning["'`]/i,
    concerns: () => true,
  },
  /** Answers don't get reasoning in a form that can be sent back. */
  no_include: {
    wire: 'responses',
    words: /encrypted.?content.*support|\binclude\b/is,
    concerns: () => true,
  },
  /** The reasoning before the user's last message is not sent back. */
  no_earlier_reasoning: {
    wire: 'responses',
    words: ABOUT_REASONING,
    concerns: ({ messages }) =>
      hasReasoning({
        messages: messages.slice(
          0,
          messages.findLastIndex(({ role }) => role === 'user'),
        ),
      }),
    isOnce: true,
  },
  /** No reasoning is sent back. Some servers refuse a call without its reasoning, so that of later answers is sent. */
  no_reasoning: { wire: 'responses', words: ABOUT_REASONING, concerns: hasReasoning, isOnce: true },
  /** Answers that have no reasoning, such as those of another model, are sent with a placeholder for it. */
  filled_reasoning: {
    wire: 'chat',
    words: /reasoning.?content.*(missing|must|requir|pass)|requires.*reasoning.?content/is,
    concerns: (request) => answersOf(request).length > 0,
  },
  /**
   * A request that would end with a tool result gets a message of the user after it, as long as it has calls of another model since the
   * user's last message. These then need no signature, which they don't have.
   */
  new_turn: {
    wire: 'chat',
    words:
      /missing.*thought.?signature|thought.?signature.*(missing|requir)|(expected|start with).{0,20}thinking/is,
    concerns: endsWithForeignCall,
  },
  /** The unknown members of the server's own answers are not sent back to it. */
  no_members: {
    wire: 'chat',
    words: /./s,
    concerns: (request, words) => {
      const names = answersOf(request).flatMap(membersOf);
      return names.length > 0 && (ABOUT_MEMBERS.test(words) || names.some((name) => words.includes(name)));
    },
  },
  /** No marks for the provider's cache are sent. The endpoint refused the marks, or the content parts that carry them. */
  no_cache_marks: {
    wire: 'chat',
    words: /cache.?control|ephemeral|\bcontent\b|\bstring\b/i,
    concerns: ({ cacheMarks }) => cacheMarks.length > 0,
  },
  /**
   * A message is inserted between two roles that some servers refuse in this order, and each answer that has only calls
   * gets a text.
   */
  strict_messages: {
    wire: 'chat',
    isOfTemplate: true,
    words: /\broles?\b|alternat|\bnull\b|\bNone|\bcontent\b/i,
    concerns: ({ messages }) =>
      messages.some(
        (message, at) =>
          message.content === null || bridgeBetween(messages[at - 1]?.role, message.role, true) !== null,
      ),
  },
} satisfies Record<string, Row>;

export type Adaptation = keyof typeof ROWS;

/** The next adaptation to try after an endpoint refused a request before any answer, with its row; undefined if there is none. */
export function adaptationFor(
  error: unknown,
  request: AIRequest,
  wire: WireName,
  made: ReadonlySet<Adaptation>,
): [Adaptation, Row] | undefined {
  const { status, words } = refusalIn(error);
  const rows = Object.entries(ROWS) as [Adaptation, Row][];
  return rows.find(
    ([adaptation, row]) =>
      (/^(400|422)$/.test(status) || (status === '500' && row.isOfTemplate)) &&
      (row.wire ?? wire) === wire &&
      !made.has(adaptation) &&
      row.words.test(words) &&
      row.concerns(request, words),
  );
}

/** Words that name each API: the one that a server offers in place of the refused one. */
const NAMES: Readonly<Record<WireName, RegExp>> = {
  chat: /chat.?completion/i,
  responses:
    /\/responses\b|\bresponses\W{0,3}(api|endpoint|route|\.create)\b|chat.?completion.*\bresponses\b/is,
};
/** Statuses of servers, and of proxies that pass on a refusal with a status of their own; 0 for an error inside the answer. */
const POINTING = /^(0|400|404|405|422|50[0-4])$/;
/** Words of proxies that pass on the refusal of an unknown route with the status 400. */
const UNKNOWN_ROUTE = /\b404\b|not found|\b(path|route|url|endpoint|method)\b/i;

/** True if an endpoint refused a request, before any answer, for its API: it names the other one, or lacks the route. */
export function pointsElsewhere(error: unknown, wire: WireName): boolean {
  const { status, words, code } = refusalIn(error);
  return (
    (POINTING.test(status) && NAMES[otherWire(wire)].test(words)) ||
    (/^40[45]$/.test(status) && code !== 'model-not-found')
  );
}

/** True if an endpoint doesn't have the route of a request that was sent because the other API was refused. */
export function lacksRoute(error: unknown): boolean {
  const { status, words, code } = refusalIn(error);
  const hasStatus = /^(40[45]|501)$/.test(status) || (status === '400' && UNKNOWN_ROUTE.test(words));
  return hasStatus || code === 'wrong-address';
}

export function otherWire(wire: WireName): WireName {
  return wire === 'chat' ? 'responses' : 'chat';
}

/** Status and message of an endpoint's refusal. For an error inside an answer, the status is 0; for any other error, the message is empty, too. */
function refusalIn(error: unknown) {
  const { code, details } = toErrorInfo(error);
  // No status stands for an error inside an answer.
  const [, status = '0', words = ''] =
    /^(?:HTTP (\d{3})|inside the answer)(?:; [^:]*)?(?:: (.*))?$/s.exec(details ?? '') ?? [];
  return { status, words, code };
}

/** True if a request ends with a tool result, and has an answer without members since the user's last message. */
export function endsWithForeignCall({ messages }: Messages): boolean {
  const turn = { messages: messages.slice(messages.findLastIndex(({ role }) => role === 'user')) };
  return messages.at(-1)?.role === 'tool' && answersOf(turn).some((answer) => membersOf(answer).length === 0);
}

function hasReasoning(request: Messages): boolean {
  return answersOf(request).some(hasKeptReasoning);
}

type Messages = Pick<AIRequest, 'messages'>;

function answersOf({ messages }: Messages) {
  return messages.filter((message) => message.role === 'assistant');
}

/** Names of the unknown members of an answer, its calls and their functions. */
function membersOf({ members, tool_calls: calls }: ReturnType<typeof answersOf>[number]): string[] {
  // An answer and its calls may have no members.
  const all = [members, ...(calls ?? []).flatMap(({ members: ofCall }) => [ofCall, ofCall?.function])];
  // The members of a call's function are in a member of that name.
  return all.flatMap((some) => Object.keys(unknownMembers(some))).filter((name) => name !== 'function');
}
