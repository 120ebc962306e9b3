import type { ReactNode } from 'react';
import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from './error-card';

interface DismissibleErrorProps {
  error: ErrorInfo | null;
  onDismiss: () => void;
  /** Buttons that help, before Dismiss. */
  children?: ReactNode;
}

/** An error with a Dismiss button. Nothing if there is no error. */
export function DismissibleError({ error, onDismiss, children }: DismissibleErrorProps) {
  if (error === null) return null;
  return (
    <ErrorCard error={error}>
      {children}
      <button type="button" onClick={onDismiss}>
        {i18n.t('errors.banner.dismiss')}
      </button>
    </ErrorCard>
  );
}
