import { useEffect, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { loadStore } from '@/src/panel/data/stored-data';
import { findHits, type Hit } from './find-hits';

/** Time after the last key before the search begins, in milliseconds. */
const DELAY_MS = 120;

/** The result of a search. */
export interface Found {
  query: string;
  hits: readonly Hit[];
  /** The reason why the messages couldn't be read; null if they were. */
  problem: string | null;
}

/**
 * The hits of a text in all messages of a chat; null before the first search, and without a text. Searches again when `newest`
 * changes, which stands for the newest message.
 */
export function useHits(chatId: string, query: string, newest: number | null): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is an occasion, not an input
  useEffect(() => {
    if (query === '') return setFound(null);
    const cancelled = new AbortController();
    const take = (hits: readonly Hit[], problem: string | null) => {
      if (!cancelled.signal.aborted) setFound({ query, hits, problem });
    };
    const timer = setTimeout(() => {
      findHits(query, allMessages(chatId), cancelled.signal).then(
        (hits) => hits !== null && take(hits, null),
        (error: unknown) => take([], toErrorInfo(error).message),
      );
    }, DELAY_MS);
    return () => {
      cancelled.abort();
      clearTimeout(timer);
    };
  }, [chatId, query, newest]);
  return found;
}

/** All messages of the chat, in pages. */
async function* allMessages(chatId: string) {
  const { queries } = await loadStore();
  yield* queries.chatPages.all(chatId);
}
