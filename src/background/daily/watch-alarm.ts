import { browser } from 'wxt/browser';
import type { Clock } from '@/src/core/ports/clock';
import { DAY_MS } from '@/src/schema/values/managed-policy';
import type { WatchInterval } from '@/src/schema/values/watch-interval';
import type { Watch } from '@/src/schema/watch';
import type { StewardDatabase } from '@/src/store/db';
import { watch } from '@/src/store/watch';

const ALARM = 'watches';

export const HOUR_MS = DAY_MS / 24;

/** The intervals in milliseconds. */
export const INTERVAL_MS: Readonly<Record<WatchInterval, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** True if the page has to be checked now, also after the clock was set back. */
export function isDue({ every, nextAtMs }: Watch, nowMs: number): boolean {
  return nextAtMs <= nowMs || nextAtMs > nowMs + Math.max(INTERVAL_MS[every], DAY_MS);
}

/**
 * Keeps an alarm in the browser for the next watch that is due; it starts the background if the browser stopped it. Call it synchronously
 * when the background starts. `onUnread` is called when the number of watches with news that the user hasn't opened may have changed.
 */
export function keepWatchAlarm(deps: {
  db: StewardDatabase;
  clock: Clock;
  /** Checks the watches that are due. */
  check(): Promise<void>;
  onUnread(): void;
  onFailed(error: unknown): void;
}): void {
  const { db, clock, onFailed } = deps;
  let unread = 0;

  async function follow(watches: readonly Watch[]): Promise<void> {
    const count = watches.filter(({ isTold }) => !isTold).length;
    if (count !== unread) deps.onUnread();
    unread = count;
    const now = clock.now();
    const times = watches.map((one) => (isDue(one, now) ? now : one.nextAtMs));
    // It repeats, since the worker may stop during a check, or be unable to store what it found.
    if (times.length > 0)
      await browser.alarms.create(ALARM, { when: Math.min(...times), periodInMinutes: 60 });
    else await browser.alarms.clear(ALARM);
  }

  watch(() => db.watches.toArray(), {
    next: (watches) => void follow(watches).catch(onFailed),
    error: onFailed,
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) deps.check().catch(onFailed);
  });
}
