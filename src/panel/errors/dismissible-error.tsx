import type { ErrorInfo } from '@/src/core/errors';
import { ErrorCard } from './error-card';

/** An error that has nothing to offer but to be taken note of; nothing while there is none. */
export function DismissibleError({ error, onDismiss }: { error: ErrorInfo | null; onDismiss: () => void }) {
  if (error === null) return null;
  return (
    <ErrorCard error={error}>
      <button type="button" onClick={onDismiss}>
        Dismiss
      </button>
    </ErrorCard>
  );
}
