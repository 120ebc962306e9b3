import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import type { SavedForm } from './use-saved-form';

interface SaveRowProps {
  form: Pick<SavedForm<never>, 'error' | 'isSaving' | 'isSaved' | 'isOvertaken' | 'isTyped'>;
  label: TextKey;
  /** True while there is nothing that could be saved. */
  isDisabled?: boolean;
  /** Shown after a save until the next change; missing if the form closes or empties its fields. */
  savedText?: TextKey;
  /** Further buttons. */
  children?: ReactNode;
}

/** The button that saves a form, below the failure of the last attempt. */
export function SaveRow({ form, label, isDisabled, savedText, children }: SaveRowProps) {
  // A form that stays after a save has something to save only once it is changed.
  const hasChanges = savedText === undefined || form.isTyped;
  return (
    <>
      {form.error !== null && <ErrorCard error={form.error} />}
      <div className="button-row">
        {/* Not disabled while saving: the pressed button would lose the focus. */}
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
