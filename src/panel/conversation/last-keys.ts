import type { RenderEvent } from './render-event';

/** The key of the last event of each of these messages, by the message's id. */
export function lastKeys(
  ids: ReadonlySet<string>,
  events: readonly RenderEvent[],
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { key } of events) {
    // Keys begin with the id of their message, see convert-message-to-events.
    const [id = key] = key.split(':');
    if (ids.has(id)) keys.set(id, key);
  }
  return keys;
}
