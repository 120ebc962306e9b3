import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../text/copy-button';
import { tableTsv } from '../text/table-tsv';

interface TableBoxProps {
  /** False while rows are missing in the document, and if they are folded: what is copied would not be the table. */
  isWhole: boolean;
  /** The table. */
  children: ReactNode;
}

/** A table in a box that scrolls, with a button that copies it. */
export function TableBox({ isWhole, children }: TableBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = () =>
    [...(box.current?.querySelectorAll('tr') ?? [])].map(({ cells }) => [...cells].map(textOf));
  return (
    <div className="table-block">
      <div className="block-bar">{isWhole && <CopyButton what="table" text={() => tableTsv(rows())} />}</div>
      <div className="table-scroll" ref={box}>
        {children}
      </div>
    </div>
  );
}

/** The text of a cell, without the open question of a link. */
function textOf(cell: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(...cell.cloneNode(true).childNodes);
  for (const question of copy.querySelectorAll('.link-confirmation')) question.remove();
  return copy.textContent;
}
