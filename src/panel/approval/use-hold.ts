import { useEffect, useState } from 'react';

/**
 * True for `holdMs` after the subject appeared or changed, so that a click or key meant for the previous content
 * has no effect.
 */
export function useHold(subject: string, holdMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(subject), holdMs);
    return () => {
      clearTimeout(timer);
      // A subject that changes back is held again.
      setSettled(null);
    };
  }, [subject, holdMs]);
  return subject !== settled;
}
