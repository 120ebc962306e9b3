/** A parsed `[…]` of a pattern. */
export interface CharacterSet {
  /** True if the set matches this code point. */
  has: (code: number) => boolean;
  /** Index of its closing `]`. */
  lastIndex: number;
}

/**
 * Parses the set whose content starts at `start`, after its `[`. Follows CPython 3.11's `fnmatch.translate`, including
 * its oddities: a `]` in first place is a member, a reversed range is removed, and the next character may then be the
 * `!` that negates. Null if the set is not closed.
 */
export function readSet(characters: readonly string[], start: number): CharacterSet | null {
  let end = start;
  if (characters[end] === '!') end += 1;
  if (characters[end] === ']') end += 1;
  while (end < characters.length && characters[end] !== ']') end += 1;
  if (end >= characters.length) return null;
  const chunks = dropReversedRanges(splitAtRangeHyphens(characters.slice(start, end)));
  return { has: toTest(chunks), lastIndex: end };
}

/**
 * Splits a set's content at the hyphens that form ranges: each range goes from the last member of a chunk to the first
 * member of the next.
 */
function splitAtRangeHyphens(text: readonly string[]): number[][] {
  const codes = text.map((character) => character.codePointAt(0) ?? 0);
  const chunks: number[][] = [];
  let from = 0;
  let hyphen = codes.indexOf(HYPHEN, codes[0] === BANG ? 2 : 1);
  while (hyphen >= 0) {
    chunks.push(codes.slice(from, hyphen));
    from = hyphen + 1;
    hyphen = codes.indexOf(HYPHEN, hyphen + 3);
  }
  const rest = codes.slice(from);
  const last = chunks.at(-1);
  if (rest.length > 0 || last === undefined) chunks.push(rest);
  else last.push(HYPHEN);
  return chunks;
}

function dropReversedRanges(chunks: readonly number[][]): number[][] {
  const kept = [...chunks];
  for (let at = kept.length - 1; at > 0; at -= 1) {
    const left = kept[at - 1] ?? [];
    const right = kept[at] ?? [];
    if ((left.at(-1) ?? 0) > (right[0] ?? 0))
      kept.splice(at - 1, 2, [...left.slice(0, -1), ...right.slice(1)]);
  }
  return kept;
}

function toTest(chunks: readonly number[][]): CharacterSet['has'] {
  const isNegated = chunks[0]?.[0] === BANG;
  const parts = isNegated ? [chunks[0]?.slice(1) ?? [], ...chunks.slice(1)] : chunks;
  const members = new Set(parts.flat());
  const ranges: { low: number; high: number }[] = [];
  for (let at = 1; at < parts.length; at += 1) {
    const low = parts[at - 1]?.at(-1);
    const high = parts[at]?.[0];
    // After only a `!`, the range has no start, so its hyphen is a member.
    if (low === undefined) members.add(HYPHEN);
    else if (high !== undefined) ranges.push({ low, high });
  }
  const isMember = (code: number) =>
    members.has(code) || ranges.some(({ low, high }) => low <= code && code <= high);
  return (code) => isMember(code) !== isNegated;
}

const HYPHEN = 0x2d;
const BANG = 0x21;
