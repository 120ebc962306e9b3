import type { ScheduledRetry } from '@/src/core/records/live-tail';
import { i18n } from '@/src/texts/i18n';
import { formatDuration } from '../text/format-duration';
import { useSecondsUntil } from './use-seconds-until';

/** Shows that a request failed, and when it is sent again. */
export function RetryNote({ retry }: { retry: ScheduledRetry }) {
  const seconds = useSecondsUntil(retry.dueAtMs);
  const { problem } = retry;
  const counts = { attempt: retry.attempt + 1, attempts: retry.attempts };
  return (
    <p className="note secondary">
      {seconds === 0
        ? i18n.t('conversation.retry.now', { problem, ...counts })
        : i18n.t('conversation.retry.later', {
            problem,
            duration: formatDuration(seconds * 1_000),
            ...counts,
          })}
    </p>
  );
}
