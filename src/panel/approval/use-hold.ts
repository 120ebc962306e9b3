import { useEffect, useState } from 'react';

/**
 * True for `holdMs` after the subject came or changed: a click or key that was meant for what stood there before must
 * not land on it.
 */
export function useHold(subject: string, holdMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(subject), holdMs);
    return () => {
      clearTimeout(timer);
      // One that changes and changes back is held again.
      setSettled(null);
    };
  }, [subject, holdMs]);
  return subject !== settled;
}
