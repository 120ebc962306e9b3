import { type SubmitEvent, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import type { ErrorInfo } from '@/src/schema/error-info';
import { useSinglePress } from '../use-single-press';
import { type Reading, useRefusedFields } from './use-refused-fields';
import { type TypedFields, useTypedFields } from './use-typed-fields';

/** A form whose fields are read and stored together, when the user saves. */
export interface SavedForm<Fields> extends Omit<TypedFields<Fields>, 'noteSaved'> {
  /** Reasons why a field can't be saved; empty if there are none. */
  problemsOf(name: keyof Fields): string[];
  isSaving: boolean;
  /** True after a save until the next change, if the user changed nothing during the save. */
  isSaved: boolean;
  /** True after a save until the next change, if the user typed something during the save that isn't stored yet. */
  isOvertaken: boolean;
  /** Error of the last save; null after a success and after the next change. */
  error: ErrorInfo | null;
  save(): void;
  onSubmit(event: SubmitEvent): void;
}

interface SavedFormOptions<Fields, Values> {
  /** The stored values. With `keptAs`, what the user typed is kept under that name; see {@link useTypedFields}. */
  stored: Fields;
  keptAs?: string | undefined;
  read(fields: Fields): Reading<Fields, Values>;
  /** Rejects if saving failed; the typed values then stay. */
  store(values: Values): Promise<unknown>;
  /** The fields to show after a save; missing to show those that were sent. */
  fieldsAfter?(sent: Fields): Fields;
  /** Called after a save, unless the user changed the form during the save: closing the form would lose that change. */
  onSaved?(): void;
}

/** Reads a form whose fields are stored without conversion. */
export const asEntered = <Fields>(fields: Fields) => ({ ok: true, values: fields }) as const;

/**
 * Reads a form when the user saves it. Stores the values if all fields can be read, and returns the error if storing fails.
 * If a field can't be read, nothing is stored and the problem is shown at the field.
 */
export function useSavedForm<Fields extends object, Values>(
  options: SavedFormOptions<Fields, Values>,
): SavedForm<Fields> {
  const { stored, keptAs, read, store, fieldsAfter, onSaved } = options;
  const { noteSaved, ...typed } = useTypedFields(stored, keptAs);
  const { fields } = typed;
  const { problemsOf, accept } = useRefusedFields(fields);
  /** Result of the last save. Null after the next change, since the result is about the earlier values. */
  const [result, setResult] = useState<{ error: ErrorInfo | null } | null>(null);
  /** Counts the changes, to notice one during a save. */
  const changes = useRef(0);
  const { isBusy, press } = useSinglePress(async () => {
    const values = accept(read(fields));
    if (values === null) return;
    const before = changes.current;
    try {
      await store(values);
      noteSaved(fields, fieldsAfter?.(fields) ?? fields);
      setResult({ error: null });
      if (changes.current === before) onSaved?.();
    } catch (thrown) {
      setResult({ error: toErrorInfo(thrown) });
    }
  });
  const withoutResult = (act: () => void) => {
    changes.current += 1;
    setResult(null);
    act();
  };
  const isStored = result !== null && result.error === null;
  return {
    ...typed,
    change: (changed) => withoutResult(() => typed.change(changed)),
    discard: () => withoutResult(typed.discard),
    keep: () => withoutResult(typed.keep),
    problemsOf,
    isSaving: isBusy,
    isSaved: isStored && !typed.isTyped,
    isOvertaken: isStored && typed.isTyped,
    error: result?.error ?? null,
    save: press,
    onSubmit(event) {
      event.preventDefault();
      press();
    },
  };
}
