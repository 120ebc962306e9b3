import { useEffect, useState } from 'react';
import type { OtherHolder } from '@/src/store/queries';
import { useQuery } from './stored-data';

/** The other chat that works on this chat's page, as a live query; null if there is none, or without a chat. */
export function usePageHolder(chatId: string | null): OtherHolder | null {
  const [expiries, setExpiries] = useState(0);
  const holder =
    useQuery(
      async (queries) => (chatId === null ? null : queries.pageHolderOf(chatId)),
      [chatId, expiries],
    ) ?? null;
  const untilMs = holder?.untilMs ?? null;

  useEffect(() => {
    if (untilMs === null) return;
    // No row changes when the other chat's claim expires, so the query runs again then.
    const timer = setTimeout(() => setExpiries((count) => count + 1), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);
  return holder;
}
