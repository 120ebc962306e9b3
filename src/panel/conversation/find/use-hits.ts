import { useEffect, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { loadStore } from '@/src/panel/data/stored-data';
import { useAllToolWords } from '@/src/panel/data/tool-words';
import { findHits, type Hit } from './find-hits';

/** Time between the last keystroke and the search, in milliseconds. */
const DELAY_MS = 120;

/** The result of a search. */
export interface Found {
  query: string;
  hits: readonly Hit[];
  /** The reason why the messages couldn't be read; null if they were. */
  problem: string | null;
}

/**
 * Searches all messages of a chat for a text. Null before the first result, and without a text. Searches again when `newest`, the
 * position of the newest message, changes.
 */
export function useHits(
  chatId: string,
  query: string,
  newest: number | null,
  showsTechnical: boolean,
): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const wordsOf = useAllToolWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message triggers a search, but is not an input
  useEffect(() => {
    if (query === '') return setFound(null);
    const cancelled = new AbortController();
    const take = (hits: readonly Hit[], problem: string | null) => {
      if (!cancelled.signal.aborted) setFound({ query, hits, problem });
    };
    const timer = setTimeout(() => {
      findHits(query, allMessages(chatId, showsTechnical), wordsOf, cancelled.signal).then(
        (hits) => hits !== null && take(hits, null),
        (error: unknown) => take([], toErrorInfo(error).message),
      );
    }, DELAY_MS);
    return () => {
      cancelled.abort();
      clearTimeout(timer);
    };
  }, [chatId, query, newest, showsTechnical, wordsOf]);
  return found;
}

/** The messages of a chat in batches; without the titles of the model if they aren't shown. */
async function* allMessages(chatId: string, showsTechnical: boolean) {
  const { queries } = await loadStore();
  for await (const batch of queries.chatMessages.all(chatId)) {
    yield showsTechnical ? batch : batch.filter(({ role }) => role !== 'title');
  }
}
