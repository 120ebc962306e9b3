import { formatTime } from '../text/format-time';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A moment as `20 Nov, 14:32:15`, in the user's own language and time zone: a log reaches back weeks. */
export function formatDayAndTime(atMs: number): string {
  return `${day.format(atMs)}, ${formatTime(atMs)}`;
}
