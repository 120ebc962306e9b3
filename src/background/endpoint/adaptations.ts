import { isStewardError } from '@/src/core/errors';
import { bridgeBetween } from '@/src/core/history/message-order';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { unknownMembers } from '@/src/core/llm/members';
import { hasKeptReasoning } from '@/src/core/llm/response-items';
import type { WireName } from '@/src/core/records/endpoint';

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
  /** Each call is sent in an answer of its own, directly before its result. */
  | 'one_call_each'
  /** Answers don't get reasoning in a form that can be sent back. */
  | 'no_include'
  /** No summary of the reasoning is requested. */
  | 'no_summary'
  /** The reasoning before the user's last message is not sent back. */
  | 'no_earlier_reasoning'
  /** No reasoning is sent back. */
  | 'no_reasoning'
  /** The unknown members of the server's own answers are not sent back to it. */
  | 'no_members'
  /**
   * A message is inserted between two roles that some servers refuse in this order, and each answer that has only calls
   * gets a text.
   */
  | 'strict_messages';

interface Row {
  adaptation: Adaptation;
  /** The API whose requests have the part; missing if both have. */
  wire?: WireName;
  /** True if servers also refuse this part with the status 500, as those do whose template can't hold the messages. */
  isOfTemplate?: true;
  /** Pattern for the error message of the refusal. */
  words: RegExp;
  /** True if the request contains the part that this adaptation changes. */
  concerns(request: AIRequest, words: string): boolean;
  /** True if a later request begins with the adaptation; missing if each does. */
  isNeededBy?(request: AIRequest): boolean;
}

/** Words of a refusal that concerns unknown members, but names none of them. */
const ABOUT_MEMBERS = /signature|thought|thinking|reasoning|encrypted/i;

/** Words of a refusal of reasoning that was sent back, such as that of another account. */
const ABOUT_REASONING = /reasoning(?!.{0,3}effort)|encrypted|\brs_/i;

/** Adaptations in order of precedence: the next one to try is the first that fits and hasn't been tried. */
const ROWS: readonly Row[] = [
  {
    adaptation: 'max_completion_tokens',
    wire: 'chat',
    words: /\bmax_tokens\b.*max_completion_tokens/s,
    concerns: ({ parameters }) => parameters.maxTokens !== null,
  },
  {
    adaptation: 'no_stream_options',
    wire: 'chat',
    words: /stream_options|include_usage/,
    concerns: ({ streaming }) => streaming,
  },
  {
    adaptation: 'one_call_each',
    isOfTemplate: true,
    words: /(single|\bone|multiple|parallel) (tool|function).?calls?/i,
    concerns: (request) => answersOf(request).some(({ tool_calls: calls = [] }) => calls.length > 1),
  },
  {
    adaptation: 'no_summary',
    wire: 'responses',
    words: /\bsummar(y|ies)\b|["'`]reasoning["'`]/i,
    concerns: () => true,
  },
  {
    adaptation: 'no_include',
    wire: 'responses',
    words: /encrypted.?content.*support|\binclude\b/is,
    concerns: () => true,
  },
  {
    adaptation: 'no_earlier_reasoning',
    wire: 'responses',
    words: ABOUT_REASONING,
    concerns: ({ messages }) => hasReasoning(messages.slice(0, lastTurn(messages))),
    isNeededBy: () => false,
  },
  {
    adaptation: 'no_reasoning',
    wire: 'responses',
    words: ABOUT_REASONING,
    concerns: ({ messages }) => hasReasoning(messages),
    // Some servers refuse a call without its reasoning, so the reasoning of later answers is sent.
    isNeededBy: () => false,
  },
  {
    adaptation: 'filled_reasoning',
    wire: 'chat',
    words: /reasoning.?content.*(missing|must|requir|pass)|requires.*reasoning.?content/is,
    concerns: (request) => answersOf(request).length > 0,
  },
  {
    adaptation: 'new_turn',
    wire: 'chat',
    words:
      /missing.*thought.?signature|thought.?signature.*(missing|requir)|(expected|start with).{0,20}thinking/is,
    concerns: ({ messages }) => messages.at(-1)?.role === 'tool',
    isNeededBy: ({ messages }) =>
      answersOf({ messages: messages.slice(lastTurn(messages)) }).some(
        (answer) => membersOf(answer).length === 0,
      ),
  },
  {
    adaptation: 'no_members',
    wire: 'chat',
    words: /./s,
    concerns: (request, words) => {
      const names = memberNames(request);
      return names.length > 0 && (ABOUT_MEMBERS.test(words) || names.some((name) => words.includes(name)));
    },
  },
  // The endpoint refused the marks, or the content parts that carry them.
  {
    adaptation: 'no_cache_marks',
    wire: 'chat',
    words: /cache.?control|ephemeral|\bcontent\b|\bstring\b/i,
    concerns: ({ cacheMarks }) => cacheMarks.length > 0,
  },
  {
    adaptation: 'strict_messages',
    wire: 'chat',
    isOfTemplate: true,
    words: /\broles?\b|alternat|\bnull\b|\bNone|\bcontent\b/i,
    concerns: ({ messages }) =>
      messages.some(
        (message, at) =>
          message.content === null || bridgeBetween(messages[at - 1]?.role, message.role, true) !== null,
      ),
  },
];

/** The next adaptation to try after an endpoint refused a request before any answer; null if there is none. */
export function adaptationFor(
  error: unknown,
  request: AIRequest,
  wire: WireName,
  made: ReadonlySet<Adaptation>,
): Adaptation | null {
  const { status, words } = refusalIn(error);
  if (![400, 422, 500].includes(status)) return null;
  const row = ROWS.find(
    (one) =>
      (one.wire ?? wire) === wire &&
      !made.has(one.adaptation) &&
      (status !== 500 || one.isOfTemplate === true) &&
      one.words.test(words) &&
      one.concerns(request, words),
  );
  return row?.adaptation ?? null;
}

/** True if a request begins with an adaptation that an earlier one needed. */
export function isNeeded(adaptation: Adaptation, request: AIRequest): boolean {
  return ROWS.every((row) => row.adaptation !== adaptation || row.isNeededBy?.(request) !== false);
}

/** Words that name each API: the one that a server offers in place of the refused one. */
const NAMES: Readonly<Record<WireName, RegExp>> = {
  chat: /chat.?completion/i,
  responses:
    /\/responses\b|\bresponses\W{0,3}(api|endpoint|route|\.create)\b|chat.?completion.*\bresponses\b/is,
};
/** Statuses of servers, and of proxies that pass on a refusal with a status of their own; 0 for an error inside the answer. */
const POINTING = [0, 400, 404, 405, 422, 500, 501, 502, 503, 504];
/** Words of proxies that pass on the refusal of an unknown route with the status 400. */
const UNKNOWN_ROUTE = /\b404\b|not found|\b(path|route|url|endpoint|method)\b/i;

/** True if an endpoint refused a request, before any answer, for its API: it names the other one, or lacks the route. */
export function pointsElsewhere(error: unknown, wire: WireName): boolean {
  const { status, words } = refusalIn(error);
  return (
    (POINTING.includes(status) && NAMES[otherWire(wire)].test(words)) ||
    ([404, 405].includes(status) && isStewardError(error) && error.code === 'wrong-address')
  );
}

/** True if an endpoint doesn't have the route of a request that was sent because the other API was refused. */
export function lacksRoute(error: unknown): boolean {
  const { status, words } = refusalIn(error);
  const isOfAddress = isStewardError(error) && error.code === 'wrong-address';
  return isOfAddress || [404, 405, 501].includes(status) || (status === 400 && UNKNOWN_ROUTE.test(words));
}

export function otherWire(wire: WireName): WireName {
  return wire === 'chat' ? 'responses' : 'chat';
}

/** Status and message of an endpoint's refusal. For an error inside an answer, the status is 0; for any other error, the message is empty, too. */
function refusalIn(error: unknown): { status: number; words: string } {
  const details = isStewardError(error) ? (error.details ?? '') : '';
  // No status stands for an error inside an answer.
  const [, status = '0', words = ''] =
    /^(?:HTTP (\d{3})|inside the answer)(?:; [^:]*)?(?:: (.*))?$/s.exec(details) ?? [];
  return { status: Number(status), words };
}

function lastTurn(messages: AIRequest['messages']): number {
  return messages.findLastIndex(({ role }) => role === 'user');
}

function hasReasoning(messages: AIRequest['messages']): boolean {
  return messages.some((message) => message.role === 'assistant' && hasKeptReasoning(message));
}

function answersOf({ messages }: Pick<AIRequest, 'messages'>) {
  return messages.filter((message) => message.role === 'assistant');
}

function memberNames(request: AIRequest): string[] {
  return answersOf(request).flatMap(membersOf);
}

/** Names of the unknown members of an answer, its calls and their functions. */
function membersOf({ members, tool_calls: calls }: ReturnType<typeof answersOf>[number]): string[] {
  // An answer may have no calls, and it and its calls may have no members.
  const all = [members, ...(calls ?? []).flatMap(({ members: ofCall }) => [ofCall, ofCall?.function])];
  // The members of a call's function are in a member of that name.
  return all.flatMap((some) => Object.keys(unknownMembers(some))).filter((name) => name !== 'function');
}
