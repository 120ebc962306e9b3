import { formatTime } from '../text/format-time';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A moment as `20 Nov 2025, 14:32:15`, in the user's own language and time zone: an audit reaches back years. */
export function formatMoment(atMs: number): string {
  return `${day.format(atMs)}, ${formatTime(atMs)}`;
}
