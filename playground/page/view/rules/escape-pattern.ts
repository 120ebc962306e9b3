/** The pattern that matches exactly this text: each wildcard character is escaped as a set. */
export function escapePattern(text: string): string {
  return text.replace(/[[*?]/g, '[$&]');
}
