import { useState } from 'react';

/**
 * Ignores presses of a button while the work of an earlier press is running. The button shouldn't be disabled, since it would lose the
 * focus. Work about another subject, such as another chat, doesn't block it.
 *
 * @param subject the id of what the work is about; undefined if it is always about the same
 */
export function useSinglePress<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  subject?: string | null,
): { isBusy: boolean; press(...args: Args): void } {
  const [running, setRunning] = useState<{ subject: string | null | undefined } | null>(null);
  const isBusy = running !== null && running.subject === subject;
  const press = (...args: Args) => {
    if (isBusy) return;
    const mine = { subject };
    setRunning(mine);
    void work(...args).finally(() => setRunning((current) => (current === mine ? null : current)));
  };
  return { isBusy, press };
}
