import { useEffect, useState } from 'react';

/** Time in milliseconds in which an opened chat is painted, and in which most messages are sent. */
const DELAY_MS = 150;

/**
 * The given value once it has been the same for 150 ms; null until then. For data that the first paint of a chat doesn't need, and for a
 * note about work that usually ends sooner.
 */
export function useDelayed(value: string | null): string | null {
  const [delayed, setDelayed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed === value ? value : null;
}
