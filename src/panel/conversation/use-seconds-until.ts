import { useEffect, useState } from 'react';

/** Short enough that no second is skipped. */
const TICK_MS = 250;

/** Whole seconds until a time, counting down to 0. */
export function useSecondsUntil(dueAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((dueAtMs - nowMs) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
