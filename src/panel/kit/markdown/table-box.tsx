import { type ReactNode, useRef } from 'react';
import { t } from '@/src/texts/i18n';
import { CopyButton } from '../text/copy-button';

/**
 * A text that a spreadsheet would read as a formula. The texts of a table come from a model, so they can be hostile: a
 * formula can send the sheet's other cells to a server.
 */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** A number, which a sign doesn't turn into a formula. */
const NUMBER = /^[+-]?[\d.,]+%?$/;

interface TableBoxProps {
  /** False while rows are missing in the document, or are folded: the copied text would not be the whole table. */
  isWhole: boolean;
  children: ReactNode;
}

/** A table in a box that scrolls, with a button that copies it as tab-separated values. */
export function TableBox({ isWhole, children }: TableBoxProps) {
  const box = useRef<HTMLElement>(null);
  const text = () =>
    [...(box.current?.querySelectorAll('tr') ?? [])]
      .map(({ cells }) => `${[...cells].map(cellText).join('\t')}\n`)
      .join('');
  return (
    <div className="table-block">
      <div className="block-bar">{isWhole && <CopyButton what="table" text={text} />}</div>
      <section
        className="table-scroll"
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll a wide table.
        tabIndex={0}
        aria-label={t('markdown.table')}
        ref={box}
      >
        {children}
      </section>
    </div>
  );
}

/** The text of a cell, without the open question of a link, and with an apostrophe before what could be a formula. */
function cellText(cell: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(...cell.cloneNode(true).childNodes);
  for (const question of copy.querySelectorAll('.link-confirmation')) question.remove();
  const text = copy.textContent.replace(/[\s\0]+/g, ' ').trim();
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
