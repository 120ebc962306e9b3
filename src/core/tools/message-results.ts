import type { ToolResult } from '@/src/schema/tool-result';
import { failure } from '../records/tool-result';
import { quoted } from './quoted';

/** A chat with the two texts by which the model can name it. */
export interface NamedChat {
  id: string;
  title: string;
}

/** Maximum number of chats that a result lists. */
const MAX_LISTED = 20;

/** The message is in the other chat. */
export function delivered({ id, title }: NamedChat, isAwaited: boolean): ToolResult {
  // Stays true however the wait ends, so that the stored result needs no correction.
  const next = isAwaited
    ? ' Its answer is awaited, and follows as an event; not if the user stops this run or writes before.'
    : '';
  return {
    success: true,
    message: `The message was delivered to the chat ${quoted(title)}.${next}`,
    data: { chat: title, chat_id: id },
  };
}

/** No other chat has this title or id. `chats`: those that can be named, the latest first. */
export function unknownChat(wanted: string, chats: readonly NamedChat[]): ToolResult {
  return failure(
    'unknown_chat',
    `There is no other chat ${quoted(wanted)}. Nothing was sent. Name one of the chats by its exact title.`,
    listed(chats),
  );
}

/** Several other chats have this title. */
export function ambiguousChat(wanted: string, chats: readonly NamedChat[]): ToolResult {
  return failure(
    'ambiguous_chat',
    `${chats.length} chats have the title ${quoted(wanted)}. Nothing was sent. Name the one that is meant by its id.`,
    listed(chats),
  );
}

/** A chat can't send a message to itself. */
export function ownChat(): ToolResult {
  return failure('own_chat', 'This is your own chat. Nothing was sent. Answer the user instead.');
}

/** The other chat waits, directly or through others, for an answer of this one. */
export function mutualWait(title: string): ToolResult {
  return failure(
    'mutual_wait',
    `The chat ${quoted(title)} itself waits for your answer, so both would wait for each other. Nothing was sent. Conclude with your answer, or send a message without waiting.`,
  );
}

/** Too many messages went back and forth between chats since the user wrote. */
export function tooManyMessages(limit: number): ToolResult {
  return failure(
    'message_limit',
    `${limit} messages went between this chat and others since the user last wrote here. Nothing was sent. Report to the user what you have.`,
  );
}

/** The other chat can't accept the message. `reason`: one sentence. */
export function notDelivered(title: string, reason: string): ToolResult {
  return failure(
    'chat_unavailable',
    `The chat ${quoted(title)} can’t take the message: ${reason} Nothing was sent.`,
  );
}

/** The run was stopped while the message was being delivered. */
export function deliveryInterrupted(): ToolResult {
  return failure(
    'outcome_unknown',
    'Stopped while the message was being delivered. The other chat may have it.',
  );
}

function listed(chats: readonly NamedChat[]) {
  const shown = chats.slice(0, MAX_LISTED).map(({ id, title }) => ({ id, title }));
  return { chats: shown, more: chats.length - shown.length };
}
