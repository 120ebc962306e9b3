import { type ReactNode, useId } from 'react';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import './log.css';

/** UTF-16 units of an entry's data before the rest is folded. */
const MAX_DATA_CHARS = 10_000;

/** A control above a list, with its label. */
export function Field({ labelKey, children }: { labelKey: TextKey; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label className="log-field">
      <span>{i18n.t(labelKey)}</span>
      {children}
    </label>
  );
}

/** Filters a list by text. */
export function SearchField({ text, onChange }: { text: string; onChange(text: string): void }) {
  return (
    <Field labelKey="log.list.search">
      <input type="search" value={text} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  labelKey: TextKey;
  /** The values in the order in which they are offered. */
  labels: Readonly<Record<Value, TextKey>>;
  chosen: Value;
  /** The id of a description, if there is one. */
  describedBy?: string;
  onChoose(value: Value): void;
}

/** One of several values. */
export function Choice<Value extends string>({
  labelKey,
  labels,
  chosen,
  describedBy,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <Field labelKey={labelKey}>
      <select
        value={chosen}
        aria-describedby={describedBy}
        // Only the keys are offered.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {Object.entries<TextKey>(labels).map(([value, text]) => (
          <option key={value} value={value}>
            {i18n.t(text)}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface EntryListProps {
  /** The number of entries, in a sentence. */
  note: string;
  children: ReactNode;
}

/** Entries of the log or of a journal, newest first. */
export function EntryList({ note, children }: EntryListProps) {
  const noteId = useId();
  return (
    <>
      <p id={noteId} className="secondary">
        {note}
      </p>
      <ol className="log-rows" aria-describedby={noteId}>
        {children}
      </ol>
    </>
  );
}

/** The number of listed entries, in a sentence. `cut` is the one for a list that isn't whole. */
export function countText(shown: number, isFiltered: boolean, empty: TextKey, cut: string | null): string {
  if (shown === 0) return i18n.t(isFiltered ? 'log.list.noMatch' : empty);
  return cut ?? i18n.t(isFiltered ? 'log.list.found' : 'log.list.shown', shown, [formatNumber(shown)]);
}

/** Data of an entry. */
export function EntryData({ text }: { text: string }) {
  return (
    <div className="data">
      <FoldedText text={text} maxChars={MAX_DATA_CHARS} isSpelledOut={true} />
    </div>
  );
}
