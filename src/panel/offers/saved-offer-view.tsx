import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Run } from '@/src/core/records/run';
import { isActive } from '@/src/core/records/transition';
import type { PageStatus } from '@/src/messages/commands';
import { DifferenceList } from '../checkpoints/difference-list';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useSavedOffer } from './use-saved-offer';
import './saved-offer.css';
import { ForeignText } from '../text/foreign-text';

interface SavedOfferViewProps {
  chatId: string;
  /** The run that the conversation ends with; nothing is offered while it is active. */
  run: Run | null;
  /** How the page stands, as the panel heard it last. */
  page: PageStatus | null;
  composer: RefObject<HTMLTextAreaElement | null>;
  perform: Perform;
}

/** In the row of a rollback past a save: who still gets what was saved, and the ways to change that. */
export function SavedOfferView({ chatId, run, page, composer, perform }: SavedOfferViewProps) {
  const isBusy = run !== null && isActive(run.status);
  const { offer, error, look } = useSavedOffer(chatId, page, isBusy);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isActing, setIsActing] = useState(false);
  const restoreButton = useRef<HTMLButtonElement>(null);
  if (isBusy) return null;
  if (error !== null) return <p className="secondary">What is saved can’t be compared: {error.message}</p>;
  if (offer === null) return null;

  const act = async (work: () => Promise<unknown>) => {
    setIsActing(true);
    const isDone = await perform(work);
    // Also after a refusal: what is offered has to be true of the page as it is now.
    await look();
    setIsActing(false);
    if (!isDone) return;
    setIsPreviewed(false);
    // The button that was pressed goes away.
    composer.current?.focus();
  };
  const save = () => act(() => sendCommand({ type: 'save-page', chatId }));
  const restore = () =>
    act(() => sendCommand({ type: 'restore-saved', chatId, expectedStateHash: offer.stateHash }));
  const leave = () => {
    flushSync(() => setIsPreviewed(false));
    restoreButton.current?.focus();
  };
  return (
    <section className="saved-offer" aria-label="Saved before">
      <p>
        <ForeignText text={offer.note} />
      </p>
      {isPreviewed && offer.restore !== null ? (
        <>
          <DifferenceList differences={offer.restore.differences} />
          <div className="button-row">
            <button type="button" className="primary" disabled={isActing} onClick={restore}>
              Restore as unsaved changes
            </button>
            <button type="button" disabled={isActing} onClick={leave}>
              Cancel
            </button>
          </div>
        </>
      ) : (
        <div className="button-row">
          {offer.canSave && (
            <button type="button" className="primary" disabled={isActing} onClick={save}>
              Save
            </button>
          )}
          {offer.restore !== null && (
            <button
              type="button"
              disabled={isActing}
              ref={restoreButton}
              onClick={() => setIsPreviewed(true)}
            >
              {offer.restore.label}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
