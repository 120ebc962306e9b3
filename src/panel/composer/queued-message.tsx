import { useState } from 'react';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import { QueuedLine } from './queued-line';

interface QueuedMessageProps {
  /** The queued message; null if there is none. */
  text: string | null;
  /** Number of its images. */
  images: number;
  /** True while an active run will send it. */
  isUnderWay: boolean;
  /** Moves it back into the composer. Resolves also if that failed. */
  onEdit(): Promise<unknown>;
  onWithdraw(): Promise<unknown>;
}

/** The message that the user sent during a run. It is sent after the current step. */
export function QueuedMessage({ text, images, isUnderWay, onEdit, onWithdraw }: QueuedMessageProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [firstLine = ''] = (text ?? '').trim().split('\n', 1);
  const line = lineOf(firstLine, images, isUnderWay);
  // The buttons aren't disabled: the focus would be lost before the line can hand it on.
  const perform = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {text === null ? '' : line}
      </span>
      {text !== null && (
        <QueuedLine label={i18n.t('composer.queued.label')}>
          <span className="queued-text" title={text}>
            {line}
          </span>
          <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => perform(onEdit)}>
            {i18n.t('common.edit')}
          </button>
          <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => perform(onWithdraw)}>
            {i18n.t('composer.queued.withdraw')}
          </button>
        </QueuedLine>
      )}
    </>
  );
}

function lineOf(text: string, images: number, isUnderWay: boolean): string {
  if (images === 0) {
    return isUnderWay
      ? i18n.t('composer.queued.waiting', { text })
      : i18n.t('composer.queued.notSent', { text });
  }
  const amount = formatNumber(images);
  return isUnderWay
    ? i18n.t('composer.queued.waitingWithImages', images, [amount], { text })
    : i18n.t('composer.queued.notSentWithImages', images, [amount], { text });
}
