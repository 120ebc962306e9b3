import type { Chat, QueuedEvent, QueuedMessage, UnsentMessage, UnsentText } from '@/src/schema/chat';
import type { UserMessage } from '@/src/schema/message';
import { joinTexts } from '../text/join-texts';

/** Input to remove from a chat's queue. Input that was queued later stays. */
export interface TakenInput {
  message: QueuedMessage | null;
  events: QueuedEvent[];
  /** True if the message doesn't enter the conversation, since something else starts the run: it becomes unsent text. */
  isReplaced?: true;
}

/**
 * The chat once input has left its queue. What was queued after the queue was read stays there; a message that enters the
 * conversation, but became unsent text meanwhile because a newer one replaced it, is removed from the unsent text.
 */
export function afterTaking(chat: Chat, { message, events, isReplaced }: TakenInput): Chat {
  const after = { ...chat, pendingEvents: chat.pendingEvents.slice(events.length) };
  if (message === null) return after;
  const queued = chat.pendingMessage;
  if (queued?.queuedAtMs === message.queuedAtMs && queued.text === message.text) {
    return { ...after, ...(isReplaced ? withQueued(chat, null) : { pendingMessage: null }) };
  }
  return isReplaced ? after : withoutMessage(after, message);
}

/**
 * Replaces the queued message by another, or by none if `message` is null. The replaced message becomes unsent text.
 */
export function withQueued(
  { pendingMessage: earlier, setAside }: Pick<Chat, 'pendingMessage' | 'setAside'>,
  message: QueuedMessage | null,
): Pick<Chat, 'pendingMessage' | 'setAside'> {
  return {
    pendingMessage: message,
    ...(earlier && { setAside: withUnsentText(setAside, unsent(earlier)) }),
  };
}

/** Removes a message from the chat's unsent text, because the conversation has it. */
function withoutMessage(chat: Chat, message: UnsentMessage): Chat {
  const { setAside, ...rest } = chat;
  const kept = setAside === undefined ? null : withoutTexts(setAside, message);
  return kept === null ? rest : { ...rest, setAside: kept };
}

/** The unsent texts and images without those of a message; null if nothing is left. */
function withoutTexts(unsentText: UnsentText, { text, images: sent }: UnsentMessage): UnsentText | null {
  // Each unsent text begins and ends at a line break.
  const lines = `\n${unsentText.text}\n`;
  const at = lines.lastIndexOf(`\n${text}\n`);
  if (at < 0) return unsentText;
  const parts = [lines.slice(1, Math.max(at, 1)), lines.slice(at + text.length + 2, -1)];
  const remaining = parts.filter((part) => part !== '').join('\n');
  const { images: _all, ...rest } = unsentText;
  const images = (unsentText.images ?? []).filter(({ id }) => (sent ?? []).every((image) => image.id !== id));
  if (remaining === '' && images.length === 0) return null;
  return { ...rest, text: remaining, ...(images.length === 0 ? {} : { images }) };
}

/** True if a text is in the chat's queue, or is unsent text. */
export function isOffered({ pendingMessage, setAside }: Chat, text: string): boolean {
  return (
    pendingMessage?.text === text || (setAside !== undefined && withoutTexts(setAside, { text }) !== setAside)
  );
}

/** Adds a text to the unsent text. `earlier`: the present unsent text; undefined if there is none. */
export function withUnsentText(earlier: UnsentText | undefined, added: UnsentText): UnsentText {
  if (earlier === undefined) return added;
  // A message that a rollback removed may have come from the unsent text, and brings the same images again.
  const images = [
    ...new Map([...(earlier.images ?? []), ...(added.images ?? [])].map((i) => [i.id, i])).values(),
  ];
  return {
    text: joinTexts(earlier.text, added.text),
    ...(images.length === 0 ? {} : { images }),
    // Later than the earlier time, so that two texts added in the same millisecond have different times.
    atMs: Math.max(added.atMs, earlier.atMs + 1),
  };
}

/** A message that leaves the queue without having been sent. */
export function unsent({ queuedAtMs: atMs, editOf: _editOf, ...message }: QueuedMessage): UnsentText {
  return { ...message, atMs };
}

/**
 * The chat after an undone rollback has brought messages back: the user's messages among them leave the unsent text.
 */
export function afterBringingBack(chat: Chat, messages: readonly UserMessage[]): Chat {
  return messages.reduce(
    (before, { content: text, images }) => withoutMessage(before, { text, images: images ?? [] }),
    chat,
  );
}
