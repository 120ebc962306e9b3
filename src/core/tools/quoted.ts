import { visibleJson } from '../text/visible-json';

/** Longest quoted text, in UTF-16 units. */
const MAX_QUOTED = 80;

/**
 * Quotes a name invented by a model, on one line and truncated. Invisible characters are written as `\u…`, so
 * that the name can't imitate Steward's own text or fill the window.
 */
export function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${visibleJson(text.slice(0, MAX_QUOTED))}…` : visibleJson(text);
}
