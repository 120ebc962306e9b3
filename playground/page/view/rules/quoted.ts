/** Quotes patterns for a sentence. */
export function quoted(patterns: readonly string[]): string {
  return patterns.map((pattern) => `“${pattern}”`).join(', ');
}
