import { isReplaceable } from '@/src/core/checkpoints/is-replaceable';
import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';
import { lastKeys } from '../last-keys';
import type { RenderEvent } from '../render-event';

/** A message that can be edited or requested again. */
export type RevisableMessage = UserMessage | AssistantMessage;

/** The message that can be replaced at each item, by the item's key. One with several items is at its last. */
export function messagesAtItems(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, RevisableMessage> {
  const byId = new Map(messages.filter(isReplaceable).map((message) => [message.id, message]));
  return new Map(
    [...lastKeys(new Set(byId.keys()), items)].flatMap(([id, key]) => {
      const message = byId.get(id);
      return message === undefined ? [] : [[key, message] as const];
    }),
  );
}
