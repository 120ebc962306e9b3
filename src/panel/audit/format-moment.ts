import { formatTime } from '../text/format-time';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A time as `20 Nov 2025, 14:32:15`, in the user's locale and time zone. With the year: journals cover years. */
export function formatMoment(atMs: number): string {
  return `${day.format(atMs)}, ${formatTime(atMs)}`;
}
