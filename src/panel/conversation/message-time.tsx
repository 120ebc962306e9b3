import { formatTime } from '@/src/panel/kit/text/format-time';

/** The time of a message, at the right edge below it. */
export function MessageTime({ atMs }: { atMs: number }) {
  return (
    <time className="meta message-time" dateTime={new Date(atMs).toISOString()}>
      {formatTime(atMs)}
    </time>
  );
}
