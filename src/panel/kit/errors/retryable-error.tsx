import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { ErrorCard } from './error-card';

/** An error with a button that tries again. Nothing if there is no error. */
export function RetryableError({ error, onRetry }: { error: ErrorInfo | null; onRetry(): void }) {
  return (
    error !== null && (
      <ErrorCard error={error}>
        <TextButton text="common.tryAgain" onClick={onRetry} />
      </ErrorCard>
    )
  );
}
