import { MAX_ATTEMPTS } from '@/src/core/llm/max-attempts';
import type { ScheduledRetry } from '../link/scheduled-retry';
import { formatDuration } from '../text/format-duration';
import { useSecondsUntil } from './use-seconds-until';

/** Shows that a request failed, and when it is sent again. */
export function RetryNote({ retry }: { retry: ScheduledRetry }) {
  const seconds = useSecondsUntil(retry.dueAtMs);
  const when = seconds === 0 ? 'Trying again' : `Trying again in ${formatDuration(seconds * 1_000)}`;
  return (
    <p className="note secondary">
      {retry.problem} {when} ({retry.attempt + 1} of {MAX_ATTEMPTS}).
    </p>
  );
}
