import { useEffect, useState } from 'react';
import type { OtherHolder } from '@/src/store/queries';
import { useQuery } from './stored-data';

/** The other chat that works on the page of this one, followed; null while none does, and without a chat. */
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
    // No row changes when a lock ends by itself.
    const timer = setTimeout(() => setExpiries((count) => count + 1), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);
  return holder;
}
