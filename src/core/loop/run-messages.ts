import type { Change } from '@/src/schema/change';
import type { QueuedMessage } from '@/src/schema/chat';
import type { Message, PageNews, SystemMessage, UserMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { sentBy } from '../records/chat-message';
import type { ArrivingEvent, LoopDeps } from './agent-loop';

type MessageDeps = Pick<LoopDeps, 'clock' | 'ids'>;

export interface MessagePlace {
  run: Pick<Run, 'id' | 'chatId'>;
  position: number;
}

/** The fields that all new messages of a run have. */
export function messageAt({ clock, ids }: MessageDeps, { run, position }: MessagePlace) {
  return {
    id: ids.newId(),
    chatId: run.chatId,
    runId: run.id,
    position,
    createdAtMs: clock.now(),
    discardedBy: null,
  };
}

/** Creates a message of the user. `news`: the page's changes that the message reports. */
export function userMessage(
  deps: MessageDeps,
  place: MessagePlace,
  { text, images, editOf }: Omit<QueuedMessage, 'queuedAtMs'>,
  news: PageNews,
): UserMessage & { runId: string } {
  const shown = images !== undefined && images.length > 0 && { images };
  const edited = editOf !== undefined && { editOf };
  return { ...messageAt(deps, place), role: 'user', content: text, ...shown, ...edited, ...news };
}

/** Creates the message for an event. `news`: the page's changes that the message reports; null for none. */
export function eventMessage(
  deps: MessageDeps,
  place: MessagePlace,
  { scope, text, sender }: ArrivingEvent,
  news: PageNews | null,
): SystemMessage & { runId: string } {
  return {
    ...messageAt(deps, place),
    role: 'system',
    scope,
    content: text,
    ...sentBy(sender),
    ...(news !== null && news.changes.length > 0 && { news }),
  };
}

/** The opening message of a run; null if these messages don't contain it. */
export function openingOf(
  messages: readonly Message[],
  { openingMessageId }: Run,
): UserMessage | SystemMessage | null {
  const opening = messages.find(({ id }) => id === openingMessageId);
  return opening?.role === 'user' || opening?.role === 'system' ? opening : null;
}

/**
 * A run's opening message with these changes of the page in place of its own. If there are no changes, an event is
 * returned as it is.
 */
export function withChanges<Opening extends UserMessage | SystemMessage>(
  opening: Opening,
  changes: Change[],
  { nonce }: Run,
): Opening {
  if (opening.role === 'user') return { ...opening, changes };
  return changes.length === 0 ? opening : { ...opening, news: { changes, nonce } };
}
