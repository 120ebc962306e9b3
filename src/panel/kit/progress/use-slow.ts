import { useEffect, useState } from 'react';

/** True once `isGoingOn` has been true for `afterMs` milliseconds without a break. */
export function useSlow(isGoingOn: boolean, afterMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(() => setIsSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isGoingOn, afterMs]);
  return isSlow;
}
