import { memo, type ReactNode } from 'react';
import { cellFormat } from './cell-text';
import { MarkdownLine } from './markdown-view';
import type { CellAlignment } from './table-cells';
import { TABLE_ROLES } from './table-roles';

interface TableCellProps {
  source: string;
  align: CellAlignment;
  isHeader: boolean;
}

/** A cell of a table. */
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
  const { text, style } = cellFormat(source);
  if (style === 'markdown') return <MarkdownLine text={text} />;
  return style === 'code' ? <code>{text}</code> : text;
}
