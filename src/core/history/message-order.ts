import type { ApiMessage } from '@/src/schema/api-message';
import type { RequestMessage } from './request-message';

/** Inserted where strict endpoints require a user message and none is stored. */
const CONTINUE: ApiMessage = { role: 'user', content: '[event from steward] Continue.' };

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
 * - Two texts of the assistant stay two messages with {@link CONTINUE} between them. A continued answer may
 *   start in the middle of a word, so no separator within one message would be right.
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
  const before = last?.message.role;
  const isOutOfTurn = message.role === 'assistant' && before !== 'user' && before !== 'tool';
  if (isOutOfTurn) arranged.push({ message: { ...CONTINUE }, sources: [] });
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
