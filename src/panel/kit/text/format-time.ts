const clockTime = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

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
