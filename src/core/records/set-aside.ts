import { joinTexts } from '../text/join-texts';
import type { QueuedMessage, SetAside } from './chat';

/** Adds to what is set aside. `earlier`: undefined for nothing. */
export function withSetAside(earlier: SetAside | undefined, added: SetAside): SetAside {
  if (earlier === undefined) return added;
  const images = [...(earlier.images ?? []), ...(added.images ?? [])];
  return {
    text: joinTexts(earlier.text, added.text),
    ...(images.length === 0 ? {} : { images }),
    // So that two that are added in the same millisecond differ.
    atMs: Math.max(added.atMs, earlier.atMs + 1),
  };
}

/** A message that leaves the queue without having been sent. */
export function unsent({ queuedAtMs: atMs, ...message }: QueuedMessage): SetAside {
  return { ...message, atMs };
}
