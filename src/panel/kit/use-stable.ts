import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that stays the same, and calls `work` of the newest render. It must not be called while rendering.
 */
export function useStable<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
