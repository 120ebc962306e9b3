import { startTransition, useEffect, useReducer, useRef } from 'react';

/** Pause in milliseconds between two steps: enough for a frame and for input. */
const STEP_MS = 32;

/**
 * A number that grows to `total`, from `first` on and then by at most `step` at a time, so that the panel can handle input in between. If
 * `total` itself grows more slowly, the number follows it at once.
 */
export function useGrowingNumber(total: number, step: number, first: number): number {
  const reached = useRef(0);
  const [, takeStep] = useReducer((steps: number) => steps + 1, 0);
  const shown = Math.min(total, reached.current === 0 ? first : reached.current + step);
  useEffect(() => {
    reached.current = shown;
    if (shown >= total) return;
    const timer = setTimeout(() => startTransition(takeStep), STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, total]);
  return shown;
}
