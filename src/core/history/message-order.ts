import type { ApiMessage } from '@/src/schema/api-message';
import type { RequestMessage } from './request-message';

type Role = ApiMessage['role'];

/** Stands for a message of the user where a server needs one and none is stored. */
export const CONTINUE: ApiMessage = { role: 'user', content: '[event from steward] Continue.' };
const NOTED: ApiMessage = { role: 'assistant', content: 'Noted.' };

/**
 * The pairs of roles that occur and that servers refuse, with the message that is inserted between the two. Other
 * pairs are accepted everywhere, or don't occur: two messages of the user are joined, and results directly follow
 * their calls.
 */
const BRIDGES: readonly { before: Role | undefined; next: Role; bridge: ApiMessage; isForStrict: boolean }[] =
  [
    // An answer with nothing before it, or only the system prompt.
    { before: undefined, next: 'assistant', bridge: CONTINUE, isForStrict: false },
    { before: 'system', next: 'assistant', bridge: CONTINUE, isForStrict: false },
    // The two answers are not joined: a continued answer may start in the middle of a word, so no separator would
    // be right.
    { before: 'assistant', next: 'assistant', bridge: CONTINUE, isForStrict: false },
    // Only for strict servers. Most accept this pair, and an answer that the model never gave could mislead it.
    { before: 'tool', next: 'user', bridge: NOTED, isForStrict: true },
  ];

/**
 * The message that has to be inserted between two others; null for none.
 *
 * @param isStrict true for a server that has refused an order of messages
 */
export function bridgeBetween(before: Role | undefined, next: Role, isStrict: boolean): ApiMessage | null {
  const row = BRIDGES.find((one) => one.before === before && one.next === next);
  return row === undefined || (row.isForStrict && !isStrict) ? null : row.bridge;
}

/** The messages in order, arranged so that user and assistant alternate; see {@link append}. */
export function inOrder(messages: readonly RequestMessage[]): RequestMessage[] {
  const arranged: RequestMessage[] = [];
  for (const message of messages) append(arranged, message);
  return arranged;
}

/**
 * The messages of a request with one more of the user, such as the request for a summary. It is joined with the last
 * message if that is the user's too, because strict endpoints reject two in a row.
 */
export function withUserMessage(messages: readonly ApiMessage[], content: string): ApiMessage[] {
  const withContent = [...messages, { role: 'user' as const, content }];
  return inOrder(withContent.map((message) => ({ message, sources: [] }))).map(({ message }) => message);
}

/**
 * Adds a message so that user and assistant alternate:
 *
 * - Consecutive user messages, from runs stopped before an answer, are joined.
 * - Calls without a text, such as those of a plan, are joined with the previous answer, so that nothing is
 *   lost.
 * - Other pairs that strict endpoints refuse get a bridge.
 */
function append(arranged: RequestMessage[], { message, sources }: RequestMessage): void {
  const last = arranged.at(-1);
  if (last !== undefined) {
    const joined = join(last.message, message);
    if (joined !== null) {
      arranged.splice(-1, 1, { message: joined, sources: [...last.sources, ...sources] });
      return;
    }
  }
  const bridge = bridgeBetween(last?.message.role, message.role, false);
  if (bridge !== null) arranged.push({ message: { ...bridge }, sources: [] });
  arranged.push({ message, sources });
}

/** The two messages as one; null if they stay separate. */
function join(last: ApiMessage, message: ApiMessage): ApiMessage | null {
  if (message.role === 'assistant' && last.role === 'assistant' && message.content === null) {
    return { ...message, content: last.content };
  }
  if (message.role !== 'user' || last.role !== 'user') return null;
  const images = [...(last.images ?? []), ...(message.images ?? [])];
  return {
    role: 'user',
    content: `${last.content}\n\n${message.content}`,
    ...(images.length === 0 ? {} : { images }),
  };
}
