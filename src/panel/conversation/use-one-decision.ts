import { useRef } from 'react';

/**
 * Returns a function that sends one decision on something that is then removed. It ignores presses while a decision is being
 * sent, and after one was accepted: the buttons are shown a little longer. They aren't disabled, since they would lose the focus.
 */
export function useOneDecision(): (decide: () => Promise<boolean>) => void {
  const isDecided = useRef(false);
  return (decide) => {
    if (isDecided.current) return;
    isDecided.current = true;
    void decide().then((isAccepted) => {
      isDecided.current = isAccepted;
    });
  };
}
