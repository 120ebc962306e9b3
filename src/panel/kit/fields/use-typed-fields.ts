import { useEffect, useState } from 'react';

export interface TypedFields<Fields> {
  /** The fields to show: what the user typed, and the stored value of every other field. */
  fields: Fields;
  /** True if the user typed something that differs from the stored values. */
  isTyped: boolean;
  /** True if another window stored another value in a field that the user has changed. Saving would overwrite that value. */
  isOutdated: boolean;
  change(changed: Partial<Fields>): void;
  discard(): void;
  /** Keeps what the user typed, although it is outdated: saving then overwrites what another window stored. */
  keep(): void;
  /**
   * Call this once the fields are stored. `sent`: the fields that were sent; what the user typed since then stays. `asStored`: the fields
   * to show until the stored ones are read.
   */
  noteSaved(sent: Fields, asStored: Fields): void;
}

interface Typing<Fields> {
  typed: Partial<Fields>;
  /** Stored values of the typed fields when the user began to change them. */
  before: Partial<Fields>;
  /**
   * Fields that were saved. They are shown until the stored fields differ from `insteadOf`, the JSON of those stored at the time of the
   * save.
   */
  saved: { insteadOf: string; fields: Fields } | null;
}

/** States of forms by `keptAs`. They are kept while the panel is open. */
const kept = new Map<string, unknown>();

/**
 * The fields of a form whose stored values other windows can change. Only what the user typed replaces them: saving all fields as they were
 * when the form was opened would revert the changes of other windows.
 *
 * @param stored the stored values; it may be a new object for each rendering
 * @param keptAs a name under which typed values are kept when the form is closed; missing to drop them
 */
export function useTypedFields<Fields extends object>(
  stored: Fields,
  keptAs?: string | undefined,
): TypedFields<Fields> {
  const storedText = JSON.stringify(stored);
  const [typing, setTyping] = useState<Typing<Fields>>(
    // The cast is safe: a name belongs to one form. An empty name is never stored.
    () => (kept.get(keptAs ?? '') as Typing<Fields> | undefined) ?? { typed: {}, before: {}, saved: null },
  );
  // If the stored fields differ, they are the saved ones by now, or another window has changed them.
  const saved = typing.saved?.insteadOf === storedText ? typing.saved : null;
  const untyped = saved?.fields ?? stored;
  // A typed value that equals the stored one doesn't count as typed.
  const typed = differing(typing.typed, untyped);
  const names = namesOf(typed);
  if (saved !== typing.saved || names.length < namesOf(typing.typed).length) {
    setTyping({ ...typing, saved, typed });
  }
  useEffect(() => {
    if (keptAs !== undefined) kept.set(keptAs, typing);
  }, [keptAs, typing]);
  return {
    fields: { ...untyped, ...typed },
    isTyped: names.length > 0,
    isOutdated: namesOf(differing(typing.before, untyped)).some((name) => names.includes(name)),
    change: (changed) =>
      setTyping((current) => ({
        ...current,
        typed: { ...current.typed, ...changed },
        before: { ...untyped, ...picked(current.before, namesOf(current.typed)) },
      })),
    discard: () => setTyping((current) => ({ ...current, typed: {} })),
    keep: () => setTyping((current) => ({ ...current, before: untyped })),
    noteSaved(sent, asStored) {
      setTyping((current) => ({
        typed: differing(current.typed, sent),
        before: asStored,
        saved: { insteadOf: storedText, fields: asStored },
      }));
    },
  };
}

function differing<Fields extends object>(fields: Partial<Fields>, others: Fields): Partial<Fields> {
  return picked(
    fields,
    namesOf(fields).filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(others[name])),
  );
}

function picked<Fields extends object>(
  fields: Partial<Fields>,
  names: readonly (keyof Fields)[],
): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}

function namesOf<Fields extends object>(fields: Partial<Fields>): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}
