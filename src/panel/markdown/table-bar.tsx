import type { RefObject } from 'react';
import { CopyButton } from '../text/copy-button';
import { tableTsv } from '../text/table-tsv';

/** The bar above a table, with the button that copies it. */
export function TableBar({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const text = () => (table.current === null ? '' : tableTsv(table.current));
  return (
    <div className="block-bar">
      <CopyButton what="table" text={text} />
    </div>
  );
}
