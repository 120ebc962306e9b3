/** A readable duration: `40 ms`, `1.2 s`, `12 s`, `1 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 995) return `${Math.round(durationMs)} ms`;
  if (durationMs < 9_950) return `${(durationMs / 1_000).toFixed(1).replace(/\.0$/, '')} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0
    ? `${Math.floor(seconds / 60)} min`
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
