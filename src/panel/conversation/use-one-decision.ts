import { useRef, useState } from 'react';

/**
 * Sends one decision on something that is then removed. `decide` ignores presses while a decision is being sent, and after one was
 * accepted: the buttons are shown a little longer. They aren't disabled, since they would lose the focus; `isDecided` is for their
 * `aria-disabled`.
 */
export function useOneDecision(): { isDecided: boolean; decide(send: () => Promise<boolean>): void } {
  // A second press can come before the first one is rendered.
  const current = useRef(false);
  const [isDecided, setIsDecided] = useState(false);
  const mark = (value: boolean) => {
    current.current = value;
    setIsDecided(value);
  };
  return {
    isDecided,
    decide(send) {
      if (current.current) return;
      mark(true);
      void send().then(mark);
    },
  };
}
