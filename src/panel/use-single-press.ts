import { useState } from 'react';

/**
 * One press of a button at a time: another one is ignored while the work of the first is running. The button isn't
 * disabled, since it would lose the focus. `subject` is what the work is about, such as a chat's id: another subject's isn't
 * waited for.
 */
export function useSinglePress(
  work: () => Promise<unknown>,
  subject: string | null = null,
): { isBusy: boolean; press(): void } {
  const [running, setRunning] = useState<{ subject: string | null } | null>(null);
  const isBusy = running !== null && running.subject === subject;
  const press = () => {
    if (isBusy) return;
    const mine = { subject };
    setRunning(mine);
    void work().finally(() => setRunning((current) => (current === mine ? null : current)));
  };
  return { isBusy, press };
}
