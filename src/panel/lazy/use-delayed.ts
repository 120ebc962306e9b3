import { useEffect, useState } from 'react';

/** Time in which a chat that was opened is painted, in milliseconds. */
const DELAY_MS = 150;

/** The given id, once it has stayed the same for 150 ms; null before. For data that the first paint of a chat doesn't need. */
export function useDelayed(chatId: string | null): string | null {
  const [delayed, setDelayed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(chatId), DELAY_MS);
    return () => clearTimeout(timer);
  }, [chatId]);
  return delayed === chatId ? chatId : null;
}
