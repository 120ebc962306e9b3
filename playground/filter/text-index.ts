/**
 * Calls back for the position of every text that contains `part`, in ascending order, and possibly for
 * others.
 */
export type TextIndex = (part: string, found: (position: number) => void) => void;

/**
 * Indexes texts by their runs of three UTF-16 units (trigrams): a part is searched only in the texts that
 * contain its rarest run. A shorter part is searched in all texts.
 */
export function createTextIndex(texts: readonly string[]): TextIndex {
  const { counts, firsts, nexts, positions } = listByRun(texts);
  return (part, found) => {
    let rarest: number | null = null;
    forEachRun(part, (run) => {
      if (rarest === null || (counts[run] ?? 0) < (counts[rarest] ?? 0)) rarest = run;
    });
    if (rarest === null) {
      for (let position = 0; position < texts.length; position += 1) found(position);
      return;
    }
    for (let entry = firsts[rarest] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE) {
      found(positions[entry] ?? 0);
    }
  };
}

/**
 * A linked list of entries per run, starting at `firsts[run]` and continued by `nexts`; each entry is the
 * position of a text.
 */
interface RunLists {
  counts: Uint32Array;
  firsts: Int32Array;
  nexts: Int32Array;
  positions: Uint32Array;
}

const NONE = -1;
const RUN_LENGTH = 3;
/**
 * Each unit contributes 5 bits, and older units are shifted out. A collision costs only an unnecessary
 * comparison.
 */
const BITS_OF_UNIT = 5;
const RUNS = 1 << (RUN_LENGTH * BITS_OF_UNIT);

function listByRun(texts: readonly string[]): RunLists {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  const counts = new Uint32Array(RUNS);
  const firsts = new Int32Array(RUNS).fill(NONE);
  const nexts = new Int32Array(units);
  const positions = new Uint32Array(units);
  let entry = 0;
  // In reverse order, since each new entry is put at the start of its list.
  for (let position = texts.length - 1; position >= 0; position -= 1) {
    forEachRun(texts[position] ?? '', (run) => {
      const first = firsts[run] ?? NONE;
      if (first !== NONE && positions[first] === position) return;
      positions[entry] = position;
      nexts[entry] = first;
      firsts[run] = entry;
      counts[run] = (counts[run] ?? 0) + 1;
      entry += 1;
    });
  }
  return { counts, firsts, nexts, positions };
}

function forEachRun(text: string, callback: (run: number) => void): void {
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = ((run << BITS_OF_UNIT) ^ text.charCodeAt(at)) & (RUNS - 1);
    if (at >= RUN_LENGTH - 1) callback(run);
  }
}
