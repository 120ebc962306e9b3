import { quarterTokens } from '@/src/core/text/estimate-tokens';
import { visibleJson } from '@/src/core/text/visible-json';

/**
 * A clipped text of the page may always cost this much, in quarters of a token: clipping it further saves
 * nothing.
 */
const MIN_CLIPPED_COST = 40;

/** True if a name can't be confused with the encoding's own syntax. */
export function isPlainName(name: string): boolean {
  // A bare `none` marks an empty list, and a trailing colon marks a heading.
  return /^[A-Za-z0-9._:@/+-]+$/.test(name) && !name.endsWith(':') && name !== 'none';
}

/** A name of the page: bare if it is plain, otherwise as a JSON string. */
export function nameText(name: string): string {
  return isPlainName(name) ? name : visibleJson(name);
}

/** As {@link nameText}, but clipped if it would cost more than `maxQuarters` (quarters of a token). */
export function clippedName(name: string, maxQuarters: number): string {
  const text = nameText(name);
  return quarterTokens(text) <= Math.max(maxQuarters, MIN_CLIPPED_COST)
    ? text
    : clippedText(name, { maxUnits: name.length, maxQuarters });
}

/**
 * A text of the page as a JSON string, cut after `maxUnits` UTF-16 units or at a cost of `maxQuarters`
 * (quarters of a token), with the number of units left out.
 */
export function clippedText(text: string, limits: { maxUnits: number; maxQuarters: number }): string {
  const maxQuarters = Math.max(limits.maxQuarters, MIN_CLIPPED_COST);
  let end = 0;
  let cost = 0;
  for (const character of text) {
    cost += quarterTokens(visibleJson(character).slice(1, -1));
    if (end + character.length > limits.maxUnits || cost > maxQuarters) break;
    end += character.length;
  }
  const clipped = visibleJson(text.slice(0, end));
  return end === text.length ? clipped : `${clipped} and ${text.length - end} more characters`;
}

/**
 * The first entries of a list that cost at most `maxQuarters` together, including separators; `and <count>
 * more` replaces the rest. `total`: the length of the list, if `entries` are only its beginning.
 */
export function cutEntries(entries: readonly string[], maxQuarters: number, total: number): string[] {
  let cost = 0;
  const fitting = entries.findIndex((entry) => {
    cost += quarterTokens(`${entry}\n`);
    return cost > maxQuarters;
  });
  const kept = fitting < 0 ? [...entries] : entries.slice(0, fitting);
  return kept.length === total ? kept : [...kept, `and ${total - kept.length} more`];
}
