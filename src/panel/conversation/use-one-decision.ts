import { useRef, useState } from 'react';

/**
 * Sends one decision on something that is removed once the decision is accepted. `decide` ignores presses while a decision is being sent,
 * and after one was accepted, because the buttons stay a little longer. They shouldn't be disabled, since a disabled button loses the
 * focus; use `isDecided` for their `aria-disabled`.
 */
export function useOneDecision(): { isDecided: boolean; decide(send: () => Promise<boolean>): void } {
  // A ref, since a second press can come before the state of the first one is rendered.
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
