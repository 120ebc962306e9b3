import { memo, type ReactNode } from 'react';
import { MAX_CELL_MARKS, marksIn } from './markdown-limits';
import { MarkdownLine } from './markdown-view';
import type { CellAlignment } from './table-cells';
import { TABLE_ROLES } from './table-roles';

interface TableCellProps {
  source: string;
  align: CellAlignment;
  isHeader: boolean;
}

/** Characters without which a cell is plain text: marks, and parts of addresses. */
const MARKED = /[[\]*_~`<&!\\:@]|www\./;

const CODE = /^`([^`]+)`$/;

/** A cell of a table. Most are plain text or code, for which the parser isn't needed. */
export const TableCell = memo(function TableCell({ source, align, isHeader }: TableCellProps) {
  const style = align === null ? undefined : { textAlign: align };
  return isHeader ? (
    <th {...TABLE_ROLES.header} style={style}>
      {contentOf(source)}
    </th>
  ) : (
    <td {...TABLE_ROLES.cell} style={style}>
      {contentOf(source)}
    </td>
  );
});

function contentOf(source: string): ReactNode {
  if (!MARKED.test(source) || marksIn(source) > MAX_CELL_MARKS) return source;
  const [, code] = CODE.exec(source) ?? [];
  return code === undefined ? <MarkdownLine text={source} /> : <code>{code}</code>;
}
