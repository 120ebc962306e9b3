/** A size in bytes with its unit, rounded up: `740 B`, `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;
}
