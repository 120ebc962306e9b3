import { isReplaceable } from '@/src/core/checkpoints/is-replaceable';
import type { AssistantMessage, Message, UserMessage } from '@/src/core/records/message';
import type { RenderEvent } from '../conversation/render-event';

/** A message that can be edited or requested again. */
export type RevisableMessage = UserMessage | AssistantMessage;

/** The message that can be replaced at each item, by the item's key. One with several items is at its last. */
export function messagesAtItems(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, RevisableMessage> {
  const byId = new Map(messages.filter(isReplaceable).map((message) => [message.id, message]));
  const lastKeys = new Map<string, string>();
  for (const { key } of items) {
    const id = idOf(key);
    if (byId.has(id)) lastKeys.set(id, key);
  }
  return new Map(
    [...lastKeys].flatMap(([id, key]) => {
      const message = byId.get(id);
      return message === undefined ? [] : [[key, message] as const];
    }),
  );
}

/** Keys begin with the id of their message, see convert-message-to-events. */
function idOf(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}
