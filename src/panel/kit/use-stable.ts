import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same, and calls the one of the newest render. Not to be called while rendering. */
export function useStable<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
