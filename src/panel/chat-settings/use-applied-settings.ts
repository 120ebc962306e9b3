import { useState } from 'react';
import type { Perform } from '../errors/use-command-error';

/**
 * A group of settings, and a function to change some of them. A choice is shown at once, until it is stored or rejected.
 *
 * @param stored the stored group; it may be a new object for each rendering
 * @param store sends the whole group to the background
 */
export function useAppliedSettings<Settings extends object>(
  stored: Settings,
  perform: Perform,
  store: (settings: Settings) => Promise<unknown>,
): { shown: Settings; change(changes: Partial<Settings>): void } {
  const storedText = JSON.stringify(stored);
  const [chosen, setChosen] = useState<{ insteadOf: string; settings: Settings } | null>(null);
  // The choice is stored now, or was replaced by a newer one from another window.
  if (chosen !== null && chosen.insteadOf !== storedText) setChosen(null);
  const shown = chosen?.insteadOf === storedText ? chosen.settings : stored;
  return {
    shown,
    change(changes) {
      const next = { ...shown, ...changes };
      setChosen({ insteadOf: storedText, settings: next });
      void perform(() => store(next)).then((isTaken) => {
        if (!isTaken) setChosen(null);
      });
    },
  };
}
