import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from './error-card';

/** An error with a Dismiss button. Nothing if there is no error. */
export function DismissibleError({ error, onDismiss }: { error: ErrorInfo | null; onDismiss: () => void }) {
  if (error === null) return null;
  return (
    <ErrorCard error={error}>
      <button type="button" onClick={onDismiss}>
        {i18n.t('errors.banner.dismiss')}
      </button>
    </ErrorCard>
  );
}
