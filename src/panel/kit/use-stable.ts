import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';

/** Returns a function that is the same in every render and calls `work` of the newest render. It must not be called while rendering. */
export function useStable<Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}

/** Returns the same object while the value's JSON is unchanged, so that effects and memos don't run again. */
export function useEqual<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the JSON stands for the value
  return useMemo(() => value, [json]);
}
