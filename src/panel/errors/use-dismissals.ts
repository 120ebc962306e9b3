import { useState } from 'react';

/** Which of the current problems the user has dismissed. */
export interface Dismissals {
  isDismissed(problem: string): boolean;
  dismiss(problem: string): void;
}

/**
 * Dismissed problems by name, of those that exist now. A problem that ends is forgotten, so that it is shown again when it
 * happens again.
 */
export function useDismissals(problems: readonly string[]): Dismissals {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const kept = dismissed.filter((problem) => problems.includes(problem));
  if (kept.length !== dismissed.length) setDismissed(kept);
  return {
    isDismissed: (problem) => kept.includes(problem),
    dismiss: (problem) => setDismissed([...kept, problem]),
  };
}
