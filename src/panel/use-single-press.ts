import { useState } from 'react';

/**
 * One press of a button at a time: another one is ignored while the work of the first is running. The button isn't
 * disabled, since it would lose the focus.
 */
export function useSinglePress(work: () => Promise<unknown>): { isBusy: boolean; press(): void } {
  const [isBusy, setIsBusy] = useState(false);
  const press = () => {
    if (isBusy) return;
    setIsBusy(true);
    void work().finally(() => setIsBusy(false));
  };
  return { isBusy, press };
}
