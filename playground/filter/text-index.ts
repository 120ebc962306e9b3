/** Calls back for the position of every text that holds `part`, in ascending order, and perhaps of others. */
export type TextIndex = (part: string, found: (position: number) => void) => void;

/**
 * Makes an index of texts by the runs of three UTF-16 units in them: a part is looked for only in the texts that hold
 * its rarest run. A part that is shorter is looked for in all.
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

/** The entries of a run are chained from `firsts[run]` by `nexts`; each names a text by its position. */
interface RunLists {
  counts: Uint32Array;
  firsts: Int32Array;
  nexts: Int32Array;
  positions: Uint32Array;
}

const NONE = -1;
const RUN_LENGTH = 3;
/** Of each unit of a run 5 bits count, so older units have left. Runs that look alike cost a needless look only. */
const BITS_OF_UNIT = 5;
const RUNS = 1 << (RUN_LENGTH * BITS_OF_UNIT);

function listByRun(texts: readonly string[]): RunLists {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  const counts = new Uint32Array(RUNS);
  const firsts = new Int32Array(RUNS).fill(NONE);
  const nexts = new Int32Array(units);
  const positions = new Uint32Array(units);
  let entry = 0;
  // From the last text to the first, since each new entry goes to the front of its chain.
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
