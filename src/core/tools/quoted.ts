import { visibleJson } from '../text/visible-json';

/** Longest quoted text, in UTF-16 units. */
const MAX_QUOTED = 80;

/**
 * A name that a model made up, in quotes, on one line and short: what can't be seen is written as `\u…`, so that it
 * can neither pose as Steward's own words nor fill the window.
 */
export function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${visibleJson(text.slice(0, MAX_QUOTED))}…` : visibleJson(text);
}
