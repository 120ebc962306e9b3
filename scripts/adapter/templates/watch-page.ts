import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';

/**
 * Reads the page now and every `intervalMs`, and calls `onChange` when two successive readings differ, until the signal
 * aborts. Needed because properties that a script sets, such as `checked`, fire no event.
 */
export function pollChanges(
  read: (signal: AbortSignal) => Promise<Json>,
  intervalMs: number,
  onChange: () => void,
  signal: AbortSignal,
): void {
  let last: string | null = null;
  let isReading = false;
  async function poll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    // A page that becomes unreadable has changed, too: the next reading by the background reports the reason.
    const now = await read(signal).then(canonicalJson, () => 'unreadable');
    isReading = false;
    if (last !== null && last !== now && !signal.aborted) onChange();
    last = now;
  }
  const timer = setInterval(poll, intervalMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  void poll();
}
