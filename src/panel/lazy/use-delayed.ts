import { useEffect, useState } from 'react';

/** Time in which a chat that was opened is painted, in milliseconds. */
const DELAY_MS = 150;

/** The id of the chat that is shown, once it was shown for a moment: for what isn't needed to show it. Null before. */
export function useDelayed(chatId: string | null): string | null {
  const [delayed, setDelayed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(chatId), DELAY_MS);
    return () => clearTimeout(timer);
  }, [chatId]);
  return delayed === chatId ? chatId : null;
}
