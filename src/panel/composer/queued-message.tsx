import { useState } from 'react';
import './queued-message.css';

interface QueuedMessageProps {
  /** What waits in the queue's slot; null if nothing does. */
  text: string | null;
  /** Whether a run is under way that will take it. */
  isUnderWay: boolean;
  /** Takes it back into the composer. Resolves when that is done, or couldn't be. */
  onEdit(): Promise<unknown>;
  onWithdraw(): Promise<unknown>;
}

/** The message that was sent while Steward was busy: it goes out after the step under way (ledger A-123..A-125). */
export function QueuedMessage({ text, isUnderWay, onEdit, onWithdraw }: QueuedMessageProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [firstLine = ''] = (text ?? '').trim().split('\n', 1);
  const line = `${isUnderWay ? 'Waiting' : 'Not sent'}: ${firstLine}`;
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
