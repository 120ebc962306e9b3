/** Moments of a task at which a fault occurs: the columns of the table of faults. */
export const MOMENTS = [
  'idle',
  'streaming',
  'awaiting approval',
  'within a batch of writes',
  'within a rollback',
] as const;

export type Moment = (typeof MOMENTS)[number];

/** States in which a task may end after a fault (docs/reliability.md). */
const END_STATES = ['succeeded', 'refused', 'partial', 'uncertain'] as const;

export type EndState = (typeof END_STATES)[number];

/** One cell of the table: a fault at a moment, with the states in which the task may end. */
export interface Cell {
  /** Name of a fault that the command causes; null for the others. */
  kind: string | null;
  moment: Moment;
  /** Empty if the fault can't occur at that moment. */
  ends: EndState[];
}

/** The cells of the table of faults in docs/reliability.md. Throws for a table without them, or a cell with an unknown state. */
export function readFaultMatrix(document: string): Cell[] {
  const table = /<!-- faults -->\n(.*)<!-- \/faults -->/s.exec(document)?.[1];
  const [head, , ...rows] = (table ?? '').trim().split('\n').map(cellsOf);
  if (head?.slice(1).join() !== MOMENTS.join()) throw new Error('The table of faults has other columns.');
  return rows.flatMap(([fault = '', ...cells]) => {
    const kind = /^`(.+)`/.exec(fault)?.[1] ?? null;
    return MOMENTS.map((moment, index) => ({ kind, moment, ends: readEnds(fault, cells[index]) }));
  });
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function readEnds(fault: string, cell: string | undefined): EndState[] {
  if (cell === '–') return [];
  return (cell ?? '').split(', ').map((word) => {
    const state = END_STATES.find((known) => known === word);
    if (state === undefined) throw new Error(`“${word}” is no state of the table of faults (${fault}).`);
    return state;
  });
}
