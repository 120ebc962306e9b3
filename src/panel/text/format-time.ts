const clockTime = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The time of day as `14:32:15`, in the user's time zone. */
export function formatTime(atMs: number): string {
  return clockTime.format(atMs);
}
