import { useState } from 'react';

/** Which of the current problems the user has dismissed. */
export interface Dismissals {
  isDismissed(subject: string): boolean;
  dismiss(subject: string): void;
}

/**
 * Dismissed problems, of which each subject has one at a time. A problem that ends is forgotten, so that it is shown again when it
 * happens again. That of a subject that isn't in sight stays dismissed: it may be the other chat's, and still exist.
 *
 * @param problems the present problem of each subject in sight by name; null if it has none
 */
export function useDismissals(problems: ReadonlyMap<string, string | null>): Dismissals {
  const [dismissed, setDismissed] = useState<ReadonlyMap<string, string>>(new Map());
  const kept = [...dismissed].filter(
    ([subject, problem]) => !problems.has(subject) || problems.get(subject) === problem,
  );
  if (kept.length !== dismissed.size) setDismissed(new Map(kept));
  return {
    isDismissed: (subject) => dismissed.has(subject) && dismissed.get(subject) === problems.get(subject),
    dismiss(subject) {
      const problem = problems.get(subject);
      if (typeof problem === 'string') setDismissed(new Map(kept).set(subject, problem));
    },
  };
}
