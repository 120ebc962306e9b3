import { CopyButton } from '../text/copy-button';
import { tableTsv } from '../text/table-tsv';

interface TableBarProps {
  /** The texts of all cells, by row. Called at the click; not the elements, which may be fewer. */
  rows(): readonly (readonly string[])[];
}

/** The bar above a table, with the button that copies it. */
export function TableBar({ rows }: TableBarProps) {
  return (
    <div className="block-bar">
      <CopyButton what="table" text={() => tableTsv(rows())} />
    </div>
  );
}
