import { useState } from 'react';
import type { Message } from '@/src/schema/message';

interface Seen {
  /** The position of the newest stored message; null if there was none. */
  position: number | null;
  /** The response that was streaming in; null if there was none. */
  streamingId: string | null;
}

/**
 * The number of messages that arrived since the user scrolled up: answers, events, and messages of the user from another panel.
 *
 * @param streamingId the id of the response that is streaming in
 */
export function useNewMessages(
  messages: readonly Message[],
  streamingId: string | null,
  isAway: boolean,
): number {
  const position = messages.at(-1)?.position ?? null;
  const [seen, setSeen] = useState<Seen>({ position, streamingId });
  if (!isAway && (seen.position !== position || seen.streamingId !== streamingId)) {
    setSeen({ position, streamingId });
  }
  if (!isAway) return 0;
  const stored = messages.filter(
    (message) => message.position > (seen.position ?? -Infinity) && message.id !== seen.streamingId,
  );
  const isNewResponse =
    streamingId !== null && streamingId !== seen.streamingId && stored.every(({ id }) => id !== streamingId);
  return stored.filter(({ role }) => COUNTED.has(role)).length + (isNewResponse ? 1 : 0);
}

/** Roles of messages that count as new. Tool results are shown with their call, and rows of other roles are only notes. */
const COUNTED: ReadonlySet<Message['role']> = new Set(['user', 'assistant', 'system', 'summary']);
