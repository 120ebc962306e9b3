import { useEffect, useState } from 'react';

/** Time in which a chat that was opened is painted, and most messages are sent, in milliseconds. */
const DELAY_MS = 150;

/**
 * The given value, once it has stayed the same for 150 ms; null before. For data that the first paint of a chat doesn't
 * need, and for a note about work that usually ends sooner.
 */
export function useDelayed(value: string | null): string | null {
  const [delayed, setDelayed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed === value ? value : null;
}
