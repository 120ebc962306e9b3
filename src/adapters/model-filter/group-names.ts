import { visibleJson } from '@/src/core/context/visible-json';
import { nameText } from './page-text';

/** A name by its characters: a pattern never takes half of one, as a piece of a plain text may. */
type Characters = readonly string[];

/** The names of a sorted list that begin with `prefix`, or the one that is `prefix` itself. */
interface Group {
  /** Which of the given lists it belongs to. */
  list: number;
  prefix: Characters;
  isExact: boolean;
  start: number;
  end: number;
}

/**
 * Two lists of names as lines like `gpt-4* 12`. Every name is counted in exactly one line of its list, and a line's
 * pattern fits just the names that it counts. The largest groups are split first, as long as all lines together stay
 * within `maxLength` characters, line breaks included; one line for each list remains in any case.
 */
export function groupedLines(lists: [string[], string[]], maxLength: number): [string[], string[]] {
  const sorted = lists.map((names) => names.map((name) => Array.from(name)).sort(compareCharacters));
  let groups = sorted.flatMap((names, list) =>
    names.length === 0 ? [] : [groupOf(names, list, 0, names.length)],
  );
  let length = groups.reduce((sum, group) => sum + lineLength(group), 0);
  const unsplittable = new Set<Group>();
  for (;;) {
    const largest = largestGroup(groups, unsplittable);
    if (largest === null) break;
    const parts = splitGroup(sorted[largest.list] ?? [], largest);
    const grown = length - lineLength(largest) + parts.reduce((sum, part) => sum + lineLength(part), 0);
    if (grown > maxLength) {
      unsplittable.add(largest);
    } else {
      length = grown;
      groups = groups.flatMap((group) => (group === largest ? parts : [group]));
    }
  }
  const linesOf = (list: number) => groups.filter((group) => group.list === list).map(groupLine);
  return [linesOf(0), linesOf(1)];
}

function compareCharacters(left: Characters, right: Characters): number {
  const shared = sharedLength(left, right);
  const [ofLeft, ofRight] = [left[shared], right[shared]];
  if (ofLeft === undefined || ofRight === undefined) return left.length - right.length;
  return ofLeft < ofRight ? -1 : 1;
}

function sharedLength(left: Characters, right: Characters): number {
  const end = Math.min(left.length, right.length);
  let shared = 0;
  while (shared < end && left[shared] === right[shared]) shared += 1;
  return shared;
}

/** The names from `start` to `end`, under the longest beginning that they share. */
function groupOf(names: Characters[], list: number, start: number, end: number): Group {
  const first = names[start] ?? [];
  const last = names[end - 1] ?? [];
  const shared = sharedLength(first, last);
  const isExact = shared === first.length && shared === last.length;
  return { list, prefix: first.slice(0, shared), isExact, start, end };
}

/** A group's parts, by the character that follows what they share. */
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

function largestGroup(groups: readonly Group[], unsplittable: ReadonlySet<Group>): Group | null {
  let largest: Group | null = null;
  for (const group of groups) {
    if (group.isExact || unsplittable.has(group)) continue;
    if (largest === null || group.end - group.start > largest.end - largest.start) largest = group;
  }
  return largest;
}

function groupLine({ prefix, isExact, start, end }: Group): string {
  // A name may hold the pattern's own signs; in a set they stand for themselves.
  const text = prefix.join('');
  const literal = text.replace(/[*?[]/g, '[$&]');
  const pattern = isExact ? literal : `${literal}*`;
  const isPlain = pattern === '*' || nameText(literal) === literal;
  return `${isPlain ? pattern : visibleJson(pattern)} ${end - start}`;
}

function lineLength(group: Group): number {
  return groupLine(group).length + 1;
}
