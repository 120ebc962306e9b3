import { useRef } from 'react';

/**
 * One decision on something that is removed once it is decided: another press is ignored while the decision is being sent, and
 * once it was accepted, since what it was about is shown a little longer. The buttons aren't disabled, since they would lose the
 * focus.
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
