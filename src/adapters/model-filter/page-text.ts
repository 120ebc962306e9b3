import { quarterTokens } from '@/src/core/text/estimate-tokens';
import { visibleJson } from '@/src/core/text/visible-json';

/** A text of the page may always cost this much, in quarters of a token: clipping it further saves nothing. */
const MIN_CLIPPED_COST = 40;

/** Whether a name can be mistaken for nothing else. */
export function isPlainName(name: string): boolean {
  // A bare `none` says that a list is empty, and a bare colon at the end makes a heading.
  return /^[A-Za-z0-9._:@/+-]+$/.test(name) && !name.endsWith(':') && name !== 'none';
}

/** A name of the page: bare where it can be mistaken for nothing else, or else a JSON string. */
export function nameText(name: string): string {
  return isPlainName(name) ? name : visibleJson(name);
}

/** As {@link nameText}, or clipped where it would cost more than `maxQuarters` (quarters of a token). */
export function clippedName(name: string, maxQuarters: number): string {
  const text = nameText(name);
  return quarterTokens(text) <= Math.max(maxQuarters, MIN_CLIPPED_COST)
    ? text
    : clippedText(name, { maxUnits: name.length, maxQuarters });
}

/**
 * A text of the page as a JSON string, cut after `maxUnits` UTF-16 units, or before it costs more than `maxQuarters`
 * (quarters of a token), with the count of the units left out.
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
 * The entries of a list that cost at most `maxQuarters` together, each with what separates it from the next; an entry
 * `and <count> more` stands for the others. `total`: how many there are, where `entries` are the first of them.
 */
export function cutEntries(
  entries: readonly string[],
  maxQuarters: number,
  total = entries.length,
): string[] {
  let cost = 0;
  const fitting = entries.findIndex((entry) => {
    cost += quarterTokens(`${entry}\n`);
    return cost > maxQuarters;
  });
  const kept = fitting < 0 ? [...entries] : entries.slice(0, fitting);
  return kept.length === total ? kept : [...kept, `and ${total - kept.length} more`];
}
