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

/** One cell of a table: a fault at a moment, with the states in which the task may end. */
export interface Cell<At extends string = Moment> {
  /** Name of a fault that the command causes; null for the others. */
  kind: string | null;
  moment: At;
  /** Empty if the fault can't occur at that moment. */
  ends: EndState[];
}

/** The cells of the table of faults in docs/reliability.md. Throws for a table without them, or a cell with an unknown state. */
export const readFaultMatrix = (document: string): Cell[] => readFaults(document, 'faults', MOMENTS);

/** The cells of the table between two marks with this name, whose columns are these moments. Throws as {@link readFaultMatrix}. */
export function readFaults<At extends string>(
  document: string,
  mark: string,
  moments: readonly At[],
): Cell<At>[] {
  const [, table = ''] = document.split(new RegExp(`<!-- /?${mark} -->\n`));
  const [head, , ...rows] = table.trim().split('\n').map(cellsOf);
  if (head?.slice(1).join() !== moments.join()) throw new Error('The table of faults has other columns.');
  return rows.flatMap(([fault = '', ...cells]) => {
    const kind = /^`(.+)`/.exec(fault)?.[1] ?? null;
    return moments.map((moment, index) => ({ kind, moment, ends: readEnds(fault, cells[index]) }));
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
