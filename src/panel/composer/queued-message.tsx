import { useState } from 'react';
import { count } from '../text/count';
import './queued-message.css';

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
  const line = `${isUnderWay ? 'Waiting' : 'Not sent'}: ${firstLine}${images === 0 ? '' : `, with ${count(images, 'image')}`}`;
  const perform = async (work: () => Promise<unknown>) => {
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div className="queued-message" role="group" aria-label="Queued message">
          <span className="queued-text" title={text}>
            {line}
          </span>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => perform(onEdit)}>
            Edit
          </button>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => perform(onWithdraw)}>
            Withdraw
          </button>
        </div>
      )}
    </>
  );
}
