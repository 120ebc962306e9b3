import type { ProblemKind, RequestProblem, SentAnswers, WireMessage } from './endpoint-family';

type Messages = readonly WireMessage[];

/** The first problem that a rule finds. A rule is not run if an earlier one has found a problem. */
export function firstProblem(...rules: (() => RequestProblem | null)[]): RequestProblem | null {
  for (const rule of rules) {
    const problem = rule();
    if (problem !== null) return problem;
  }
  return null;
}

/** The first problem that `find` returns for a message. */
export function inMessages(
  messages: Messages,
  find: (message: WireMessage, index: number) => [ProblemKind, string] | null,
): RequestProblem | null {
  for (const [index, message] of messages.entries()) {
    const found = find(message, index);
    if (found !== null) return { kind: found[0], words: found[1], index };
  }
  return null;
}

/** Index of the first message after the user's last one. */
export function currentTurn(messages: Messages): number {
  return messages.findLastIndex(({ role }) => role === 'user') + 1;
}

/** The calls of a message; empty if the message has none. */
export function callsOf({ tool_calls: calls = [] }: WireMessage): NonNullable<WireMessage['tool_calls']> {
  return calls;
}

/** True for texts and lists of parts without a visible character, and for a missing content. */
export function isBlank({ content }: WireMessage): boolean {
  if (typeof content === 'string') return content.trim() === '';
  return !Array.isArray(content) || content.length === 0;
}

/** Messages of a server about calls without results, and results without calls. */
interface ResultWords {
  missing(ids: string, index: number): string;
  unexpected(id: string, index: number): string;
}

/** Requires that each call has one result, and that the results directly follow their calls. */
export function checkResults(messages: Messages, words: ResultWords): RequestProblem | null {
  let open = new Map<string, number>();
  const missing = (): [ProblemKind, string] => [
    'results',
    words.missing([...open.keys()].join(', '), Math.min(...open.values())),
  ];
  const found = inMessages(messages, (message, index) => {
    if (message.role === 'tool') {
      const id = String(message.tool_call_id);
      return open.delete(id) ? null : ['results', words.unexpected(id, index)];
    }
    if (open.size > 0) return missing();
    open = new Map(callsOf(message).map(({ id }) => [id, index]));
    return null;
  });
  if (found !== null || open.size === 0) return found;
  return { kind: 'results', words: missing()[1], index: messages.length - 1 };
}

/** Requires that call ids have this form. */
export function checkIds(
  messages: Messages,
  sent: SentAnswers,
  form: RegExp,
  words: (id: string, index: number) => string,
): RequestProblem | null {
  return inMessages(messages, (message, index) => {
    const wrong = callsOf(message).find(({ id }) => !form.test(id));
    if (wrong === undefined) return null;
    const kind = sent.repeatedBy(message) === undefined ? 'foreign-call-id' : 'call-id';
    return [kind, words(wrong.id, index)];
  });
}

/** Requires that no two calls of the request have the same id. */
export function checkUniqueIds(messages: Messages, words: (id: string) => string): RequestProblem | null {
  const seen = new Set<string>();
  return inMessages(messages, (message) => {
    for (const { id } of callsOf(message)) {
      if (seen.has(id)) return ['call-id', words(id)];
      seen.add(id);
    }
    return null;
  });
}

/** Members of messages and calls that the chat format itself has. */
const STANDARD_MEMBERS: Readonly<Record<WireMessage['role'], readonly string[]>> = {
  system: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'tool_calls', 'refusal'],
  tool: ['role', 'content', 'name', 'tool_call_id'],
};
const CALL_MEMBERS = ['id', 'type', 'index', 'function'];

/** Requires that messages and calls have no members other than the standard ones and these. */
export function checkMembers(
  messages: Messages,
  further: readonly string[],
  words: (path: string, index: number) => string,
): RequestProblem | null {
  return inMessages(messages, (message, index) => {
    const known = [...STANDARD_MEMBERS[message.role], ...further];
    const ofMessage = Object.keys(message).find((member) => !known.includes(member));
    if (ofMessage !== undefined) return ['unknown-member', words(ofMessage, index)];
    for (const [place, call] of callsOf(message).entries()) {
      const ofCall = Object.keys(call).find((member) => !CALL_MEMBERS.includes(member));
      if (ofCall !== undefined) return ['unknown-member', words(`tool_calls.${place}.${ofCall}`, index)];
    }
    return null;
  });
}

/** Requires that each message has a role that may follow the previous one's. */
export function checkOrder(
  messages: Messages,
  followers: Readonly<Record<WireMessage['role'], readonly WireMessage['role'][]>>,
  words: (role: string, previous: string) => string,
): RequestProblem | null {
  return inMessages(messages, ({ role }, index) => {
    const previous = messages[index - 1]?.role;
    if (previous === undefined || followers[previous].includes(role)) return null;
    return ['role-order', words(role, previous)];
  });
}
