import type { Message } from '@/src/core/records/message';
import { lastKeys } from '../conversation/last-keys';
import type { RenderEvent } from '../conversation/render-event';

/** The message at which a chat can branch, by the key of the item after which that is offered: the last item of the message. */
export function branchPoints(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, string> {
  const branchable = new Set(
    messages.flatMap(({ id, role }) => (role === 'user' || role === 'assistant' ? [id] : [])),
  );
  return new Map([...lastKeys(branchable, items)].map(([id, key]) => [key, id]));
}
