import type { QueueWait } from '@/src/core/records/queue-wait';
import { i18n } from '@/src/texts/i18n';
import { formatDuration } from '../text/format-duration';
import { useSecondsUntil } from './use-seconds-until';

/** Shows what a request waits for before it is sent. */
export function QueueNote({ wait }: { wait: QueueWait }) {
  return wait.reason === 'in-flight' ? (
    <p className="note secondary">{i18n.t('conversation.queue.otherChats')}</p>
  ) : (
    <AskedToWait untilMs={wait.untilMs} />
  );
}

function AskedToWait({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  return (
    <p className="note secondary">
      {seconds === 0
        ? i18n.t('conversation.queue.sending')
        : i18n.t('conversation.queue.sendingIn', { duration: formatDuration(seconds * 1_000) })}
    </p>
  );
}
