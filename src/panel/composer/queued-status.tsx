import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { Chat } from '@/src/schema/chat';
import { i18n } from '@/src/texts/i18n';
import { QueuedLine } from './queued-line';
import { queuedStatusText } from './run-actions';

interface QueuedStatusProps {
  queued: Chat['queuedStatus'];
  /** True if no run is unfinished. */
  isIdle: boolean;
  /** Withdraws it. Resolves also if that failed. */
  onCancel(): Promise<unknown>;
}

/** The status that takes the place of the next request, with a button to withdraw it. */
export function QueuedStatus({ queued, isIdle, onCancel }: QueuedStatusProps) {
  const { isBusy, press } = useSinglePress(onCancel);
  const text = queuedStatusText(queued, isIdle);
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {text}
      </span>
      {text !== null && (
        <QueuedLine label={i18n.t('composer.queuedStatus.label')} isStatus={true}>
          <span className="queued-text">{text}</span>
          <button type="button" className="quiet" aria-disabled={isBusy} onClick={press}>
            {i18n.t('common.cancel')}
          </button>
        </QueuedLine>
      )}
    </>
  );
}
