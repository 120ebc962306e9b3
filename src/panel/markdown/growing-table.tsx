import { type CSSProperties, memo, useMemo } from 'react';
import { useGrowingNumber } from '../text/use-growing-number';
import { columnTracks } from './column-widths';
import { TableBar } from './table-bar';
import { TableCell } from './table-cell';
import { alignments, type CellAlignment, cellsOf } from './table-cells';
import { TABLE_ROLES } from './table-roles';
import { rowsIn, rowTexts } from './table-rows';

/** Groups of rows that are added to the document in one step. */
const GROUPS_AT_ONCE = 4;

/** Groups in one part of the table, which is skipped as a whole out of view. Each part costs some time in every frame. */
const GROUPS_OF_PART = 8;

/** Estimated height of a row that was never in view, in pixels. */
const ROW_PX = 23;

/** Rows that decide about the width of the columns, apart from the header. */
const MEASURED_ROWS = 8;

interface GrowingTableProps {
  /** The header and the delimiter row. */
  start: string;
  /** Groups of rows, of which only the last one grows. */
  groups: readonly string[];
  /** Text after the table, which is folded. It begins with more rows if the table exceeds the limits. */
  rest: string;
}

/**
 * A table of any length. Its rows are grids with the same tracks, so that another row doesn't change the layout of those
 * above it.
 */
export const GrowingTable = memo(function GrowingTable({ start, groups, rest }: GrowingTableProps) {
  const shown = useGrowingNumber(groups.length, GROUPS_AT_ONCE);
  const [header = '', delimiters = ''] = start.split('\n');
  const align = useMemo(() => alignments(delimiters), [delimiters]);
  const [first = ''] = groups;
  const measured = useMemo(
    () => [header, ...rowsOf(first).slice(0, MEASURED_ROWS)].map(cellsOf),
    [header, first],
  );
  const tracks = useMemo(() => columnTracks(measured, align.length), [measured, align.length]);
  return (
    <div className="table-block">
      <TableBar rows={() => rowTexts([header, ...rowsIn(groups.join('') + rest)], align.length)} />
      <div className="table-scroll">
        <table
          className="growing-table"
          {...TABLE_ROLES.table}
          style={{ '--columns': tracks } as CSSProperties}
        >
          <thead {...TABLE_ROLES.group}>
            <Row source={header} align={align} isHeader={true} />
          </thead>
          {partsOf(groups.slice(0, shown)).map((part, index) => (
            <TablePart
              // The index is a stable key: groups are only appended.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              groups={part}
              align={align}
              isComplete={(index + 1) * GROUPS_OF_PART < groups.length}
            />
          ))}
        </table>
      </div>
    </div>
  );
});

interface TablePartProps {
  groups: readonly string[];
  align: readonly CellAlignment[];
  isComplete: boolean;
}

const TablePart = memo(function TablePart({ groups, align, isComplete }: TablePartProps) {
  const style = useMemo(() => {
    const rows = isComplete ? groups.flatMap(rowsOf) : [];
    // What a skipped part contains beside its columns would be cut off.
    const canSkip = isComplete && rows.every((row) => cellsOf(row).length <= align.length);
    return canSkip ? { containIntrinsicBlockSize: `auto ${rows.length * ROW_PX}px` } : null;
  }, [groups, align, isComplete]);
  return (
    <tbody {...TABLE_ROLES.group} {...(style !== null && { className: 'is-complete', style })}>
      {groups.map((group, index) => (
        // The index is a stable key: groups are only appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <RowGroup key={index} source={group} align={align} />
      ))}
    </tbody>
  );
}, isSamePart);

/** Each rendering of the table makes new lists of the same groups. */
function isSamePart(one: TablePartProps, other: TablePartProps): boolean {
  return (
    one.isComplete === other.isComplete &&
    one.align === other.align &&
    one.groups.length === other.groups.length &&
    one.groups.every((group, index) => group === other.groups[index])
  );
}

function partsOf(groups: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(groups.length / GROUPS_OF_PART) }, (_, index) =>
    groups.slice(index * GROUPS_OF_PART, (index + 1) * GROUPS_OF_PART),
  );
}

const RowGroup = memo(function RowGroup({
  source,
  align,
}: {
  source: string;
  align: readonly CellAlignment[];
}) {
  return rowsOf(source).map((row, index) => (
    // The index is a stable key: rows are only appended.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Row key={index} source={row} align={align} isHeader={false} />
  ));
});

interface RowProps {
  source: string;
  align: readonly CellAlignment[];
  isHeader: boolean;
}

/** A row has all cells of its source, and at least one for each column. */
const Row = memo(function Row({ source, align, isHeader }: RowProps) {
  const cells = cellsOf(source);
  const columns = Math.max(cells.length, align.length);
  return (
    <tr {...TABLE_ROLES.row}>
      {Array.from({ length: columns }, (_, column) => (
        <TableCell
          // biome-ignore lint/suspicious/noArrayIndexKey: the column is the identity of a cell
          key={column}
          source={cells[column] ?? ''}
          align={align[column] ?? null}
          isHeader={isHeader}
        />
      ))}
    </tr>
  );
});

function rowsOf(group: string): string[] {
  return group.split('\n').filter((row) => row !== '');
}
