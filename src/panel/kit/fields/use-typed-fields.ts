import { useEffect, useState } from 'react';

export interface TypedFields<Fields> {
  /** The fields as they are shown: what the user typed, and the stored value of every other field. */
  fields: Fields;
  /** True if the user typed anything that differs from what is stored. */
  isTyped: boolean;
  /** True if another window stored something else in a field that the user has changed. Saving would revert that. */
  isOutdated: boolean;
  change(changed: Partial<Fields>): void;
  discard(): void;
  /** Keeps what was typed: saving then replaces what another window stored. */
  keep(): void;
  /**
   * Must be called once fields are stored. `sent`: `fields` as they were sent; what was typed since stays. `asStored`:
   * fields to show until the stored ones are read.
   */
  noteSaved(sent: Fields, asStored: Fields): void;
}

interface Typing<Fields> {
  typed: Partial<Fields>;
  /** Values of the typed fields before the user changed them. */
  before: Partial<Fields>;
  /** Fields that were saved. They are shown until the stored fields, as JSON, differ from `insteadOf`. */
  saved: { insteadOf: string; fields: Fields } | null;
}

/** States of forms by `keptAs`, for as long as the panel is open. */
const kept = new Map<string, unknown>();

/**
 * The fields of a form whose stored values other windows can change. Saving all fields as they were when the form was
 * opened would revert those changes.
 *
 * @param stored the stored values; it may be a new object for each rendering
 * @param keptAs a name under which what was typed outlives the form, so that closing it loses nothing; missing for none
 */
export function useTypedFields<Fields extends object>(
  stored: Fields,
  keptAs?: string | undefined,
): TypedFields<Fields> {
  const storedText = JSON.stringify(stored);
  const [typing, setTyping] = useState<Typing<Fields>>(
    // The name belongs to one form, so the state has the form's fields.
    () => (kept.get(keptAs ?? '') as Typing<Fields> | undefined) ?? { typed: {}, before: {}, saved: null },
  );
  // The saved fields are stored now, or another window replaced them.
  const saved = typing.saved?.insteadOf === storedText ? typing.saved : null;
  const untyped = saved?.fields ?? stored;
  // A field with the stored value in it counts as untouched.
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
