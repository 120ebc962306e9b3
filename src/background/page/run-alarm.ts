import { browser } from 'wxt/browser';
import { watch } from '@/src/store/watch';

const ALARM = 'unfinished-work';

/** Interval of the alarm, in minutes. Browsers allow no shorter one. */
const INTERVAL_MINUTES = 0.5;

/** Delay before the database is watched again after it failed, in milliseconds. */
const WATCH_AGAIN_MS = 30_000;

/**
 * Delay before unfinished work is checked again, in milliseconds. A working run changes several times in a second; the alarm
 * depends on none of these changes.
 */
const LOOK_AGAIN_MS = 10_000;

/**
 * Keeps an alarm in the browser while work is unfinished that continues without the user, and for at most ten seconds longer. The
 * alarm starts the background if the browser stopped it, and each start recovers what is unfinished. Derived from the database, so
 * no change of a run can bypass it. Call it synchronously when the background starts, since the alarm starts only a background
 * that listens to it.
 */
export function keepRunAlarm({
  isUnfinished,
  onFailed,
}: {
  /** Reads the database. Called again after each change of what it has read, and at each alarm. */
  isUnfinished: () => Promise<boolean>;
  onFailed: (error: unknown) => void;
}): void {
  let isSet: boolean | null = null;

  async function set(isWanted: boolean): Promise<void> {
    if (isSet === isWanted) return;
    isSet = isWanted;
    try {
      if (isWanted) await browser.alarms.create(ALARM, { periodInMinutes: INTERVAL_MINUTES });
      else await browser.alarms.clear(ALARM);
    } catch (error) {
      // The next reading tries again.
      isSet = null;
      onFailed(error);
    }
  }

  function follow(): void {
    const stop = watch(isUnfinished, {
      next(isWanted) {
        void set(isWanted);
        if (!isWanted) return;
        stop();
        setTimeout(follow, LOOK_AGAIN_MS);
      },
      error(error) {
        stop();
        onFailed(error);
        setTimeout(follow, WATCH_AGAIN_MS);
      },
    });
  }

  // Some work counts as unfinished for a limited time only.
  browser.alarms.onAlarm.addListener(() => void isUnfinished().then(set, onFailed));
  follow();
}
