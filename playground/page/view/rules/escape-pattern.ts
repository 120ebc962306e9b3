/** The pattern that matches this text and nothing else: each sign that means something in a pattern gets a set of its own. */
export function escapePattern(text: string): string {
  return text.replace(/[[*?]/g, '[$&]');
}
