import type { Message } from '@/src/core/records/message';
import type { RenderEvent } from '../conversation/render-event';

/** The message at which a chat can branch, by the key of the item after which that is offered: the last item of the message. */
export function branchPoints(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, string> {
  const branchable = new Set(
    messages.flatMap(({ id, role }) => (role === 'user' || role === 'assistant' ? [id] : [])),
  );
  const lastKeys = new Map<string, string>();
  for (const { key } of items) {
    // Keys begin with the id of their message, see convert-message-to-events.
    const [id = key] = key.split(':');
    if (branchable.has(id)) lastKeys.set(id, key);
  }
  return new Map([...lastKeys].map(([id, key]) => [key, id]));
}
