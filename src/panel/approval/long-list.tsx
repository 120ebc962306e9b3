import { type ReactNode, useState } from 'react';
import { t } from '@/src/texts/i18n';

interface LongListProps<Entry> {
  /** The list's accessible name. */
  label: string;
  className?: string;
  entries: readonly Entry[];
  /** Number of entries shown before the list is unfolded. */
  few: number;
  keyOf(entry: Entry, index: number): string;
  /** Label of the button that unfolds the list, e.g. "and 9 more". */
  moreText(folded: readonly Entry[]): string;
  children(entry: Entry): ReactNode;
}

/** The first entries of a list. Unfolding it shows all entries in a box that scrolls. */
export function LongList<Entry>(props: LongListProps<Entry>) {
  const { label, className, entries, few, keyOf, moreText, children } = props;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isLong = entries.length > few;
  const shown = isUnfolded ? entries : entries.slice(0, few);
  const items = (
    <ul className={className} aria-label={label}>
      {shown.map((entry, index) => (
        <li key={keyOf(entry, index)}>{children(entry)}</li>
      ))}
    </ul>
  );
  if (!isLong) return items;
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
        {isUnfolded ? t('approval.list.fewer') : moreText(entries.slice(few))}
        <span className="visually-hidden">: {label}</span>
      </button>
    </>
  );
}
