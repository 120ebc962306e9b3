import type { QueueWait } from '@/src/core/records/queue-wait';
import { formatDuration } from '../text/format-duration';
import { useSecondsUntil } from './use-seconds-until';

/** Shows what a request waits for before it is sent. */
export function QueueNote({ wait }: { wait: QueueWait }) {
  return wait.reason === 'in-flight' ? (
    <p className="note secondary">Waiting for other chats: the endpoint already works on their requests.</p>
  ) : (
    <AskedToWait untilMs={wait.untilMs} />
  );
}

function AskedToWait({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  const when = seconds === 0 ? 'Sending' : `Sending in ${formatDuration(seconds * 1_000)}`;
  return <p className="note secondary">The endpoint asked to wait. {when}.</p>;
}
