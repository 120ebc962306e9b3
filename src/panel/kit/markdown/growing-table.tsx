import { type CSSProperties, memo, useMemo } from 'react';
import { useGrowingNumber } from '../text/use-growing-number';
import { MAX_CELL_MARKS, marksIn } from './markdown-limits';
import { MarkdownLine } from './markdown-view';
import { TableBox } from './table-box';
import { alignments, type CellAlignment, cellsOf } from './table-cells';

/** Number of rows after the header whose cells determine the largest width of a column. */
const MEASURED_ROWS = 8;
/**
 * Limits for the width of a column, in characters: least width, largest width, and width up to which the longest word
 * fits.
 */
const MIN_CHARS = 10;
const MAX_CHARS = 32;
const MAX_WORD_CHARS = 64;

/** Explicit roles: a browser may drop the implicit ones if the parts of a table are displayed as blocks and grids. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  th: { role: 'columnheader' },
  td: { role: 'cell' },
} as const;

interface GrowingTableProps {
  /** The header and the delimiter row. */
  start: string;
  /** Groups of rows, of which only the last one grows. */
  groups: readonly string[];
  /** Text after the table, which is folded. If the table exceeds the limits, this text begins with more rows. */
  rest: string;
}

/**
 * A table of any length. Its rows are grids with the same tracks: a browser computes the layout of a whole table again
 * for each added row.
 */
export const GrowingTable = memo(function GrowingTable({ start, groups, rest }: GrowingTableProps) {
  const shown = useGrowingNumber(groups.length, 1, 1);
  const [header = '', delimiters = ''] = start.split('\n');
  const align = useMemo(() => alignments(delimiters), [delimiters]);
  const [first = ''] = groups;
  const rows = [header, ...rowsOf(first)].map(cellsOf);
  const tracks = align.map((_, column) => trackOf(rows.map((cells) => cells[column] ?? '')));
  return (
    <TableBox isWhole={shown === groups.length && rest === ''}>
      <table
        className="growing-table"
        {...ROLES.table}
        style={{ '--columns': tracks.join(' ') } as CSSProperties}
      >
        <thead {...ROLES.group}>
          <Row source={header} align={align} Cell="th" />
        </thead>
        {groups.slice(0, shown).map((group, index) => (
          <RowGroup
            // The index is a stable key: groups are only appended.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            source={group}
            align={align}
            isComplete={index + 1 < groups.length}
          />
        ))}
      </table>
    </TableBox>
  );
});

interface RowGroupProps {
  source: string;
  align: readonly CellAlignment[];
  isComplete: boolean;
}

const RowGroup = memo(function RowGroup({ source, align, isComplete }: RowGroupProps) {
  return (
    <tbody {...ROLES.group} className={isComplete ? 'is-complete' : undefined}>
      {rowsOf(source).map((row, index) => (
        // The index is a stable key: rows are only appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Row key={index} source={row} align={align} Cell="td" />
      ))}
    </tbody>
  );
});

interface RowProps {
  source: string;
  align: readonly CellAlignment[];
  Cell: 'th' | 'td';
}

/** A row with one cell for each column. The last cell also contains the cells beyond it. */
const Row = memo(function Row({ source, align, Cell }: RowProps) {
  const cells = cellsOf(source);
  const last = align.length - 1;
  return (
    <tr {...ROLES.row}>
      {align.map((textAlign, column) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: the column is the identity of a cell
          key={column}
          {...ROLES[Cell]}
          style={textAlign === null ? undefined : { textAlign }}
        >
          {contentOf(column === last ? cells.slice(last).join(' | ') : (cells[column] ?? ''))}
        </Cell>
      ))}
    </tr>
  );
});

/**
 * The CSS track of a column. `cells` are those of the first group of rows, so that later rows don't change the width.
 * The longest word fits, because a broken id is hard to read; one character is added, because bold text is wider. Only
 * the first cells determine the largest width.
 */
function trackOf(cells: readonly string[]): string {
  const word = Math.min(longest(cells.flatMap((cell) => cell.split(/\s/))) + 1, MAX_WORD_CHARS);
  const chars = Math.min(longest(cells.slice(0, MEASURED_ROWS + 1)) + 1, MAX_CHARS);
  const least = Math.max(word, Math.min(chars, MIN_CHARS));
  return `minmax(calc(${least}ch + var(--cell-frame)), calc(${chars}ch + var(--cell-frame)))`;
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function rowsOf(group: string): string[] {
  return group.split('\n').filter((row) => row !== '');
}

function contentOf(source: string) {
  return MARKED.test(source) && marksIn(source) <= MAX_CELL_MARKS ? <MarkdownLine text={source} /> : source;
}

/** Characters without which a cell is plain text: marks, and parts of addresses. */
const MARKED = /[[\]*_~`<&!\\:@]|www\./;
