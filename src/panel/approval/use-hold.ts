import { useEffect, useState } from 'react';

/**
 * True for `holdMs` after the subject came or changed: a click or key that was meant for what stood there before must
 * not land on it.
 */
export function useHold(subject: string, holdMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (subject === settled) return;
    const timer = setTimeout(() => setSettled(subject), holdMs);
    return () => clearTimeout(timer);
  }, [subject, settled, holdMs]);
  return subject !== settled;
}
