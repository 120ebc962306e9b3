import { i18n } from '@/src/texts/i18n';

const clockTime = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const relative = new Intl.RelativeTimeFormat(undefined, { style: 'short' });
const now = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'second');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Units from the longest to the shortest, with their length in milliseconds. */
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** The time since, in whole units and the user's language: `3 min. ago`. Within the last minute, and later than `nowMs`: `now`. */
export function formatAgo(atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  const found = UNITS.find(([, unitMs]) => passedMs >= unitMs);
  if (found === undefined) return now;
  const [unit, unitMs] = found;
  return relative.format(-Math.floor(passedMs / unitMs), unit);
}

/** The time of day as `14:32:15`, in the user's time zone. */
export function formatTime(atMs: number): string {
  return clockTime.format(atMs);
}

/** A time as `20 Nov, 14:32:15`, in the user's locale and time zone. Without the year: for lists that cover weeks. */
export function formatDayAndTime(atMs: number): string {
  return `${day.format(atMs)}, ${formatTime(atMs)}`;
}

/** A time as `20 Nov 2025, 14:32:15`, in the user's locale and time zone. With the year: for lists that cover years. */
export function formatMoment(atMs: number): string {
  return `${date.format(atMs)}, ${formatTime(atMs)}`;
}

/** A readable duration: `40 ms`, `1.2 s`, `12 s`, `1 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 995) return i18n.t('text.duration.milliseconds', { amount: Math.round(durationMs) });
  if (durationMs < 9_950) {
    return i18n.t('text.duration.seconds', { amount: (durationMs / 1_000).toFixed(1).replace(/\.0$/, '') });
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return i18n.t('text.duration.seconds', { amount: seconds });
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0
    ? i18n.t('text.duration.minutes', { amount: minutes })
    : i18n.t('text.duration.minutesAndSeconds', { minutes, seconds: seconds % 60 });
}
