import { sharedLength } from './group-names';

/** Limit on the names of a line, to keep it readable. */
export const MAX_SHARING = 40;
/**
 * Extra cost of a shared line, in addition to its endings and a comma for each: two braces, minus the comma
 * after the last.
 */
const BRACES = 1;

/**
 * Writes names in as few characters as possible: neighbours with a common beginning share a line,
 * `gpt-4o{,-mini,-2024-05-13}`. Names contain no brace and no comma, and keep their order. `ending` ends
 * every line.
 */
export function shareBeginnings(names: readonly string[], ending: string): string[] {
  const cuts = cheapestCuts(names, ending.length + 1);
  const lines: string[] = [];
  for (let end = names.length; end > 0; ) {
    // No cut is stored for a name that is listed by itself.
    const { start, shared } = cuts[end] ?? { start: end - 1, shared: 0 };
    lines.push(lineOf(names.slice(start, end), shared) + ending);
    end = start;
  }
  return lines.reverse();
}

interface Cut {
  /** Index of the first name on the last line, and the length of the beginning that its names share. */
  start: number;
  shared: number;
  /** Total characters of all lines so far. */
  length: number;
}

/**
 * For each prefix of the list of names, the division into lines with the fewest characters. `lineCost`: cost
 * of a line in addition to its names.
 */
function cheapestCuts(names: readonly string[], lineCost: number): Cut[] {
  const cuts: Cut[] = [{ start: 0, shared: 0, length: 0 }];
  // Computed once, since each is used up to forty times.
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
