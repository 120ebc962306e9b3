import { type ReactNode, useState } from 'react';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';

/** Entries shown before the list is unfolded. */
const FEW = 6;

interface LongListProps<Entry> {
  /** The list's accessible name. */
  label: string;
  className?: string;
  entries: readonly Entry[];
  /** The total, including entries that are not in `entries`. */
  total: number;
  keyOf(entry: Entry, index: number): string;
  /** Summarizes the folded entries, e.g. "3 removed, 6 added"; omitted if all are of one kind. */
  kindsOf?(folded: readonly Entry[]): string;
  children(entry: Entry): ReactNode;
}

/** The first entries of a list; unfolding shows all in a scrolling box. */
export function LongList<Entry>(props: LongListProps<Entry>) {
  const { label, className, entries, total, keyOf, kindsOf, children } = props;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const shown = isUnfolded ? entries : entries.slice(0, FEW);
  const items = (
    <ul className={className} aria-label={label}>
      {shown.map((entry, index) => (
        <li key={keyOf(entry, index)}>{children(entry)}</li>
      ))}
      {isUnfolded && total > entries.length && (
        <li className="secondary">
          {i18n.t('approval.list.notListed', total - entries.length, [formatNumber(total - entries.length)])}
        </li>
      )}
    </ul>
  );
  if (total <= FEW) return items;
  return (
    <>
      {isUnfolded ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard.
        <section className="long-list" tabIndex={0} aria-label={label}>
          {items}
        </section>
      ) : (
        items
      )}
      <button
        type="button"
        className="quiet unfold"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        {isUnfolded
          ? i18n.t('approval.list.fewer')
          : moreText(total - shown.length, kindsOf?.(entries.slice(FEW)))}
        <span className="visually-hidden">: {label}</span>
      </button>
    </>
  );
}

/** `kinds` says what the folded entries are; undefined if all are of one kind. */
function moreText(amount: number, kinds: string | undefined): string {
  return kinds === undefined
    ? i18n.t('approval.list.more', amount, [formatNumber(amount)])
    : i18n.t('approval.list.moreOf', amount, [formatNumber(amount)], { kinds });
}
