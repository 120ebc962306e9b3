/** More names on a line than this can't be taken in. */
export const MAX_SHARING = 40;
/** What a brace costs beside its pieces and their commas: `{` and `}`, less the comma after the last piece. */
const BRACES = 1;

/**
 * Names in as few characters as lines can hold them: neighbours that begin alike share a line,
 * `gpt-4o{,-mini,-2024-05-13}`. Names hold no brace and no comma, and keep their order. `ending` ends every line.
 */
export function shareBeginnings(names: readonly string[], ending: string): string[] {
  const cuts = cheapestCuts(names, ending.length + 1);
  const lines: string[] = [];
  for (let end = names.length; end > 0; ) {
    const { start, shared } = cuts[end] ?? { start: end - 1, shared: 0 };
    lines.push(lineOf(names.slice(start, end), shared) + ending);
    end = start;
  }
  return lines.reverse();
}

interface Cut {
  /** Where the last line of the names up to here begins, and how many characters its names share. */
  start: number;
  shared: number;
  /** Characters of all lines up to here. */
  length: number;
}

/**
 * For each number of names from the first on, how they go on lines with the fewest characters. `lineCost`: what each
 * line costs beside its names.
 */
function cheapestCuts(names: readonly string[], lineCost: number): Cut[] {
  const cuts: Cut[] = [{ start: 0, shared: 0, length: 0 }];
  // Looked at up to forty times each.
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

function sharedLength(left: string, right: string): number {
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}

function lineOf(names: readonly string[], shared: number): string {
  const [first = ''] = names;
  if (names.length === 1) return first;
  return `${first.slice(0, shared)}{${names.map((name) => name.slice(shared)).join(',')}}`;
}
