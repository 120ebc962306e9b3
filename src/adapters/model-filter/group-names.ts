import { quarterTokens } from '@/src/core/text/estimate-tokens';
import { visibleJson } from '@/src/core/text/visible-json';
import { createHeap } from './heap';
import { nameText } from './page-text';

/** A name split into code points, so that a pattern never cuts a surrogate pair. */
type Characters = readonly string[];

/** The names of a sorted list that begin with `prefix`, or only the name that equals it. */
interface Group {
  /** Index of the list that it belongs to. */
  list: number;
  prefix: Characters;
  isExact: boolean;
  start: number;
  end: number;
}

/**
 * Summarizes two lists of names as lines like `gpt-4* 12`. Every name is counted in exactly one line of its
 * list, and a line's pattern matches exactly the names that it counts. The largest groups are split first, as
 * long as all lines together cost at most `maxQuarters` (quarters of a token), line breaks included; a line
 * `* <count>` for each non-empty list is always kept.
 */
export function groupedLines(lists: [string[], string[]], maxQuarters: number): [string[], string[]] {
  const sorted = lists.map(sortedCharacters);
  const first = firstGroups(sorted, maxQuarters);
  const kept: Group[] = [];
  let cost = costOf(first);
  const queue = createHeap(isSplitBefore);
  const enqueue = (group: Group) => (group.isExact ? kept.push(group) : queue.push(group));
  first.forEach(enqueue);
  for (let largest = queue.pop(); largest !== undefined; largest = queue.pop()) {
    const parts = splitGroup(sorted[largest.list] ?? [], largest);
    const grown = cost - costOf([largest]) + costOf(parts);
    if (grown > maxQuarters) {
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

/** The larger group first; of equal groups the one that starts first. */
function isSplitBefore(left: Group, right: Group): boolean {
  const [ofLeft, ofRight] = [left.end - left.start, right.end - right.start];
  if (ofLeft !== ofRight) return ofLeft > ofRight;
  return left.list === right.list ? left.start < right.start : left.list < right.list;
}

/** One group per non-empty list: under the common prefix of its names, or `*` if that prefix doesn't fit. */
function firstGroups(lists: readonly Characters[][], maxQuarters: number): Group[] {
  const groups = lists.flatMap((names, list): Group[] =>
    names.length === 0 ? [] : [{ list, prefix: [], isExact: false, start: 0, end: names.length }],
  );
  for (const [index, { list, end }] of groups.entries()) {
    const narrower = groups.with(index, groupOf(lists[list] ?? [], list, 0, end));
    if (costOf(narrower) <= maxQuarters) groups.splice(0, groups.length, ...narrower);
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

/** The number of characters that two texts have in common at their beginnings. */
export function sharedLength(left: ArrayLike<string>, right: ArrayLike<string>): number {
  const end = Math.min(left.length, right.length);
  let shared = 0;
  while (shared < end && left[shared] === right[shared]) shared += 1;
  return shared;
}

/** The names from `start` to `end`, under their longest common prefix. */
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
  // Wildcard characters in a name are escaped as sets.
  const text = prefix.join('');
  const literal = text.replace(/[*?[]/g, '[$&]');
  const pattern = isExact ? literal : `${literal}*`;
  const isPlain = pattern === '*' || nameText(literal) === literal;
  return `${isPlain ? pattern : visibleJson(pattern)} ${end - start}`;
}

function costOf(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + quarterTokens(`${groupLine(group)}\n`), 0);
}
