import { formatTime } from '../text/format-time';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A time as `20 Nov, 14:32:15`, in the user's locale and time zone. Without the year: logs cover weeks. */
export function formatDayAndTime(atMs: number): string {
  return `${day.format(atMs)}, ${formatTime(atMs)}`;
}
