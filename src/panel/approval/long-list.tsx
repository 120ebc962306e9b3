import { type ReactNode, useState } from 'react';
import { countOf } from '../text/count';

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
        <li className="secondary">and {countOf(total - entries.length, 'more', 'more')}, not listed here</li>
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
        {isUnfolded ? 'Show fewer' : `and ${countOf(total - shown.length, 'more', 'more')}`}
        {!isUnfolded && kindsOf !== undefined && `: ${kindsOf(entries.slice(FEW))}`}
        <span className="visually-hidden">: {label}</span>
      </button>
    </>
  );
}
