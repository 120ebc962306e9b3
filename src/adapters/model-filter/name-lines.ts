import { largestFitting } from '@/src/core/largest-fitting';
import { textCost } from '@/src/core/text/estimate-tokens';
import { visibleJson } from '@/src/core/text/visible-json';
import { nameText } from '../kit/plain-names';

/** Minimum cost to which a text of the page is clipped, in hundredths of a token: clipping it further saves nothing. */
const MIN_CLIPPED_COST = 1_000;

/** As {@link nameText}, but clipped if it would cost more than `maxCost` (hundredths of a token). */
export function clippedName(name: string, maxCost: number): string {
  const text = nameText(name);
  return textCost(text) <= Math.max(maxCost, MIN_CLIPPED_COST)
    ? text
    : clippedText(name, { maxUnits: name.length, maxCost });
}

/**
 * A text of the page as a JSON string, cut after `maxUnits` UTF-16 units or at a cost of `maxCost` (hundredths of a
 * token), followed by the number of omitted units.
 */
export function clippedText(text: string, limits: { maxUnits: number; maxCost: number }): string {
  const maxCost = Math.max(limits.maxCost, MIN_CLIPPED_COST);
  let end = 0;
  let cost = 0;
  for (const character of text) {
    cost += textCost(visibleJson(character).slice(1, -1));
    if (end + character.length > limits.maxUnits || cost > maxCost) break;
    end += character.length;
  }
  const clipped = visibleJson(text.slice(0, end));
  return end === text.length ? clipped : `${clipped} and ${text.length - end} more characters`;
}

/**
 * The first entries of a list that together cost at most `maxCost`, including separators; `and <count> more`
 * replaces the rest. `total` is the length of the list, of which `entries` may be only the beginning.
 */
export function cutEntries(entries: readonly string[], maxCost: number, total: number): string[] {
  let cost = 0;
  const fitting = entries.findIndex((entry) => {
    cost += textCost(`${entry}\n`);
    return cost > maxCost;
  });
  const kept = fitting < 0 ? [...entries] : entries.slice(0, fitting);
  return kept.length === total ? kept : [...kept, `and ${total - kept.length} more`];
}

/** Most names on one line, so that the model can read it reliably. */
export const MAX_SHARING = 40;
/**
 * Extra cost of a shared line, in addition to its endings and a comma for each: two braces, minus the comma
 * after the last.
 */
const BRACES = 1;

/**
 * Writes names in as few characters as possible: neighbours with a common prefix share a line,
 * `gpt-4o{,-mini,-2024-05-13}`. Names must not contain braces or commas. They keep their order. Each line ends with
 * `ending`.
 */
export function shareBeginnings(names: readonly string[], ending: string): string[] {
  const cuts = cheapestCuts(names, ending.length + 1);
  const lines: string[] = [];
  for (let end = names.length; end > 0; ) {
    // A name on a line of its own has no stored cut.
    const { start, shared } = cuts[end] ?? { start: end - 1, shared: 0 };
    lines.push(lineOf(names.slice(start, end), shared) + ending);
    end = start;
  }
  return lines.reverse();
}

interface Cut {
  /** Index of the first name on the last line, and length of the prefix that its names share. */
  start: number;
  shared: number;
  /** Total characters of all lines so far. */
  length: number;
}

/**
 * For each prefix of the list of names, the division into lines with the fewest characters. `lineCost` is the cost of a
 * line in addition to its names.
 */
function cheapestCuts(names: readonly string[], lineCost: number): Cut[] {
  const cuts: Cut[] = [{ start: 0, shared: 0, length: 0 }];
  // Computed once, since each value is used up to MAX_SHARING times.
  const withNext = names.map((name, index) => sharedLength(name, names[index + 1] ?? ''));
  for (let end = 1; end <= names.length; end += 1) {
    let { length: total = 0 } = names[end - 1] ?? '';
    let shared = total;
    let best: Cut = { start: end - 1, shared: 0, length: (cuts[end - 1]?.length ?? 0) + total + lineCost };
    for (let start = end - 2; start >= Math.max(0, end - MAX_SHARING); start -= 1) {
      shared = Math.min(shared, withNext[start] ?? 0);
      if (shared === 0) break;
      total += names[start]?.length ?? 0;
      const count = end - start;
      const length = (cuts[start]?.length ?? 0) + total - (count - 1) * shared + count + BRACES + lineCost;
      if (length < best.length) best = { start, shared, length };
    }
    cuts.push(best);
  }
  return cuts;
}

function lineOf(names: readonly string[], shared: number): string {
  const [first = ''] = names;
  if (names.length === 1) return first;
  return `${first.slice(0, shared)}{${names.map((name) => name.slice(shared)).join(',')}}`;
}

/** A name split into code points, so that a pattern never cuts a surrogate pair. */
type Characters = readonly string[];

/** A range of a sorted list whose names share a prefix, or equal one name. */
interface Group {
  /** Index of the list, 0 or 1. */
  list: number;
  prefix: Characters;
  isExact: boolean;
  start: number;
  end: number;
}

/**
 * Summarizes two lists of names as lines like `gpt-4* 12`. Every name is counted in exactly one line of its list, and a
 * line's pattern matches exactly the names that it counts. The largest groups are split first, as long as all lines
 * together cost at most `maxCost` (hundredths of a token), including line breaks. A line `* <count>` for each
 * non-empty list is always kept.
 */
export function groupedLines(lists: [string[], string[]], maxCost: number): [string[], string[]] {
  const sorted = lists.map(sortedCharacters);
  const first = firstGroups(sorted, maxCost);
  const kept: Group[] = [];
  let cost = costOf(first);
  /** Groups that can be split, in ascending priority. The budget limits their number. */
  const queue: Group[] = [];
  function enqueue(group: Group): void {
    if (group.isExact) kept.push(group);
    else queue.splice(firstBehind(queue, group), 0, group);
  }
  first.forEach(enqueue);
  for (let largest = queue.pop(); largest !== undefined; largest = queue.pop()) {
    const parts = splitGroup(sorted[largest.list] ?? [], largest);
    const grown = cost - costOf([largest]) + costOf(parts);
    if (grown > maxCost) {
      kept.push(largest);
    } else {
      cost = grown;
      parts.forEach(enqueue);
    }
  }
  kept.sort((left, right) => left.start - right.start);
  const linesOf = (list: number) => kept.filter((group) => group.list === list).map(groupLine);
  return [linesOf(0), linesOf(1)];
}

/** The insertion index for a group in a queue sorted by ascending priority. */
function firstBehind(queue: readonly Group[], group: Group): number {
  return largestFitting(0, queue.length + 1, (count) => {
    const other = queue[count - 1];
    return other !== undefined && isSplitBefore(group, other);
  });
}

/** Gives priority to the larger group; of equal ones, to the one that starts first. */
function isSplitBefore(left: Group, right: Group): boolean {
  const [ofLeft, ofRight] = [left.end - left.start, right.end - right.start];
  if (ofLeft !== ofRight) return ofLeft > ofRight;
  return left.list === right.list ? left.start < right.start : left.list < right.list;
}

/** One group per non-empty list: by the common prefix of its names, or `*` if that prefix does not fit. */
function firstGroups(lists: readonly Characters[][], maxCost: number): Group[] {
  const groups = lists.flatMap((names, list): Group[] =>
    names.length === 0 ? [] : [{ list, prefix: [], isExact: false, start: 0, end: names.length }],
  );
  for (const [index, { list, end }] of groups.entries()) {
    const narrower = groups.with(index, groupOf(lists[list] ?? [], list, 0, end));
    if (costOf(narrower) <= maxCost) groups.splice(0, groups.length, ...narrower);
  }
  return groups;
}

/**
 * Names split into code points and sorted by them. Sorting strings is faster, but orders surrogate pairs
 * differently.
 */
function sortedCharacters(names: readonly string[]): Characters[] {
  return names.some((name) => /\p{Surrogate}/u.test(name))
    ? names.map((name) => Array.from(name)).sort(compareCharacters)
    : names.toSorted().map((name) => Array.from(name));
}

function compareCharacters(left: Characters, right: Characters): number {
  const shared = sharedLength(left, right);
  const [ofLeft, ofRight] = [left[shared], right[shared]];
  if (ofLeft === undefined || ofRight === undefined) return left.length - right.length;
  return ofLeft < ofRight ? -1 : 1;
}

/** The length of the common prefix of two texts. */
function sharedLength(left: ArrayLike<string>, right: ArrayLike<string>): number {
  const end = Math.min(left.length, right.length);
  let shared = 0;
  while (shared < end && left[shared] === right[shared]) shared += 1;
  return shared;
}

/** The group of the names from `start` to `end`, by their longest common prefix. */
function groupOf(names: Characters[], list: number, start: number, end: number): Group {
  const first = names[start] ?? [];
  const last = names[end - 1] ?? [];
  const shared = sharedLength(first, last);
  const isExact = shared === first.length && shared === last.length;
  return { list, prefix: first.slice(0, shared), isExact, start, end };
}

/** Splits a group by the character that follows its prefix. */
function splitGroup(names: Characters[], { list, prefix, start, end }: Group): Group[] {
  const parts: Group[] = [];
  let partStart = start;
  for (let at = start + 1; at <= end; at += 1) {
    if (at < end && names[at]?.[prefix.length] === names[partStart]?.[prefix.length]) continue;
    parts.push(groupOf(names, list, partStart, at));
    partStart = at;
  }
  return parts;
}

function groupLine({ prefix, isExact, start, end }: Group): string {
  // Escapes wildcard characters of a name as sets.
  const text = prefix.join('');
  const literal = text.replace(/[*?[]/g, '[$&]');
  const pattern = isExact ? literal : `${literal}*`;
  const isPlain = pattern === '*' || nameText(literal) === literal;
  return `${isPlain ? pattern : visibleJson(pattern)} ${end - start}`;
}

function costOf(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + textCost(`${groupLine(group)}\n`), 0);
}
