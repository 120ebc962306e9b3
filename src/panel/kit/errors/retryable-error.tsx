import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { ErrorCard } from './error-card';

/** The card of an error with a *Try again* button. Renders nothing for null. */
export function RetryableError({ error, onRetry }: { error: ErrorInfo | null; onRetry(): void }) {
  return (
    error !== null && (
      <ErrorCard error={error}>
        <TextButton text="common.tryAgain" onClick={onRetry} />
      </ErrorCard>
    )
  );
}
