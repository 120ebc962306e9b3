import { useState } from 'react';

export interface TypedFields<Fields> {
  /** The fields as they are shown: what the user typed, and the stored value of every other field. */
  fields: Fields;
  /** True if the user typed anything that differs from what is stored. */
  isTyped: boolean;
  change(changed: Partial<Fields>): void;
  /**
   * Must be called once fields are stored. `sent`: `fields` as they were sent; what was typed since stays. `asStored`: what to
   * show until the stored fields are read.
   */
  noteSaved(sent: Fields, asStored: Fields): void;
}

/**
 * The fields of a form whose stored values other windows can change. Saving all fields as they were when the form was opened
 * would revert those changes.
 *
 * @param stored the stored values; it may be a new object for each rendering
 */
export function useTypedFields<Fields extends object>(stored: Fields): TypedFields<Fields> {
  const storedText = JSON.stringify(stored);
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const [saved, setSaved] = useState<{ insteadOf: string; fields: Fields } | null>(null);
  // What was saved is stored now, or was replaced by another window.
  if (saved !== null && saved.insteadOf !== storedText) setSaved(null);
  const untyped = saved?.insteadOf === storedText ? saved.fields : stored;
  return {
    fields: { ...untyped, ...typed },
    isTyped: Object.keys(without(typed, untyped)).length > 0,
    // A field with the stored value in it counts as untouched.
    change: (changed) => setTyped((current) => without({ ...current, ...changed }, untyped)),
    noteSaved(sent, asStored) {
      setSaved({ insteadOf: storedText, fields: asStored });
      setTyped((current) => without(current, sent));
    },
  };
}

/** The fields that differ from those of `others`. */
function without<Fields extends object>(fields: Partial<Fields>, others: Fields): Partial<Fields> {
  const kept: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (JSON.stringify(fields[name]) !== JSON.stringify(others[name])) kept[name] = fields[name];
  }
  return kept;
}
