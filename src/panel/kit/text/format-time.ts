import { DAY_MS } from '@/src/schema/values/managed-policy';
import { type SaidText, say } from '@/src/schema/values/said';
import { inLanguage } from '@/src/texts/intl';

const CLOCK_TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

const clockTime = inLanguage((locales) => new Intl.DateTimeFormat(locales, CLOCK_TIME));
const dayAndTime = inLanguage(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', ...CLOCK_TIME }),
);
const moment = inLanguage(
  (locales) =>
    new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', year: 'numeric', ...CLOCK_TIME }),
);

const relative = inLanguage((locales) => new Intl.RelativeTimeFormat(locales, { style: 'short' }));
const now = inLanguage((locales) =>
  new Intl.RelativeTimeFormat(locales, { numeric: 'auto' }).format(0, 'second'),
);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Units from the longest to the shortest, with their length in milliseconds. */
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/**
 * The time that has passed since `atMs`, in whole units and the user's language: `3 min. ago`. For less than a minute or a time after
 * `nowMs`: `now`.
 */
export function formatAgo(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  const found = UNITS.find(([, unitMs]) => passedMs >= unitMs);
  if (found === undefined) return now();
  const [unit, unitMs] = found;
  return relative().format(-Math.floor(passedMs / unitMs), unit);
}

/** The time of day as `14:32:15`, in the user's time zone. */
export function formatTime(atMs: number): string {
  return clockTime().format(atMs);
}

/** A time as `20 Nov, 14:32:15`, in the user's locale and time zone. Without the year: for lists that cover weeks. */
export function formatDayAndTime(atMs: number): string {
  return dayAndTime().format(atMs);
}

/** A time as `20 Nov 2025, 14:32:15`, in the user's locale and time zone. With the year: for lists that cover years. */
export function formatMoment(atMs: number): string {
  return moment().format(atMs);
}

/** A readable duration: `40 ms`, `1.2 s`, `12 s`, `1 min 5 s`. */
export function durationOf(durationMs: number): SaidText {
  if (durationMs < 995) return say('text.duration.milliseconds', { amount: Math.round(durationMs) });
  if (durationMs < 9_950) {
    return say('text.duration.seconds', { amount: Math.round(durationMs / 100) / 10 });
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return say('text.duration.seconds', { amount: seconds });
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0
    ? say('text.duration.minutes', { amount: minutes })
    : say('text.duration.minutesAndSeconds', { minutes, seconds: seconds % 60 });
}
