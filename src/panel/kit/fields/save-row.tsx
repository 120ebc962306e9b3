import type { ReactNode } from 'react';
import { ErrorCard } from '../errors/error-card';
import type { SavedForm } from './use-saved-form';

interface SaveRowProps {
  form: Pick<SavedForm<never>, 'error' | 'isSaving'>;
  label: string;
  /** True while there is nothing that could be saved. */
  isDisabled?: boolean;
  /** Shown beside the button. */
  children?: ReactNode;
}

/** The button that saves a form, below the failure of the last attempt. */
export function SaveRow({ form, label, isDisabled, children }: SaveRowProps) {
  return (
    <>
      {form.error !== null && <ErrorCard error={form.error} />}
      <div className="button-row">
        {/* Not disabled while saving: the pressed button would lose the focus. */}
        <button type="submit" className="primary" disabled={isDisabled} aria-disabled={form.isSaving}>
          {label}
        </button>
        {children}
      </div>
    </>
  );
}
