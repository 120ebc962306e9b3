import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import type { SavedForm } from './use-saved-form';

interface SaveRowProps {
  form: Pick<SavedForm<never>, 'error' | 'isSaving' | 'isSaved' | 'isOvertaken' | 'isTyped'>;
  label: TextKey;
  /** True while there is nothing to save, such as in an empty form. */
  isDisabled?: boolean;
  /** Shown after a save until the next change; missing if the form closes or is emptied after a save. */
  savedText?: TextKey;
  children?: ReactNode;
}

/** The button that saves a form, with the error of the last attempt above it. */
export function SaveRow({ form, label, isDisabled, savedText, children }: SaveRowProps) {
  // A form that shows `savedText` keeps its values after a save, so it has something to save only after a change.
  const hasChanges = savedText === undefined || form.isTyped;
  return (
    <>
      {form.error !== null && <ErrorCard error={form.error} />}
      <div className="button-row">
        {/* Only `aria-disabled` while saving: a disabled button would lose the focus. */}
        <button
          type="submit"
          className={hasChanges ? 'primary' : undefined}
          disabled={isDisabled}
          aria-disabled={form.isSaving}
        >
          {t(label)}
        </button>
        {children}
        <span role="status" className="secondary">
          {form.isOvertaken ? t('common.newerNotSaved') : form.isSaved && savedText && t(savedText)}
        </span>
      </div>
    </>
  );
}
