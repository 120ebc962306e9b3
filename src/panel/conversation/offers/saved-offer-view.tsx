import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SavedOffer } from '@/src/core/checkpoints/saved-offers';
import { toErrorInfo } from '@/src/core/errors';
import { isActive } from '@/src/core/records/transition';
import type { PageStatus } from '@/src/messages/page-status';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusAfter, focusMessageField, useFocusAfterwards } from '@/src/panel/kit/focus';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { ErrorInfo } from '@/src/schema/error-info';
import { i18n } from '@/src/texts/i18n';
import { previewReversal } from '../checkpoints/preview-reversal';
import './saved-offer.css';

/** Shown in the row of a rollback past a save: the effect of the saved state, and actions to save or restore. */
export function SavedOfferView() {
  const { livePage } = useShownChat();
  const { chat, run } = useShownView();
  const chatId = chat.id;
  const { perform } = useCommands();
  const isBusy = run !== null && isActive(run.status);
  const { offer, error, refresh } = useSavedOffer(chatId, livePage, isBusy);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const [isActing, setIsActing] = useState(false);
  const restoreButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  if (isBusy) return null;
  if (error !== null)
    return <p className="secondary">{i18n.t('offers.saved.failed', { problem: error.message })}</p>;
  if (offer === null) return null;

  const act = async (work: () => Promise<unknown>) => {
    if (isActing) return;
    setIsActing(true);
    const isDone = await perform(work);
    // Also after a failure: the offer has to match the page's current state.
    await refresh();
    setIsActing(false);
    if (!isDone) return;
    setIsPreviewed(false);
    // The focused button is removed.
    focusMessageField();
  };
  const save = () => act(() => sendCommand({ type: 'save-page', chatId }));
  const restore = () =>
    act(() =>
      sendCommand({
        type: 'reverse',
        chatId,
        target: { kind: 'restore-saved' },
        expectedStateHash: offer.stateHash,
      }),
    );
  /** The pressed button is removed; a harmless one of those that take its place gets the focus. */
  const preview = (isShown: boolean) => {
    if (isActing) return;
    flushSync(() => setIsPreviewed(isShown));
    (isShown ? cancelButton : restoreButton).current?.focus();
  };
  return (
    <section className="saved-offer" aria-label={i18n.t('offers.saved.name')}>
      <p>
        <ForeignText text={offer.note} />
      </p>
      {isPreviewed && offer.restore !== null ? (
        <>
          <DifferenceList differences={offer.restore.differences} />
          <div className="button-row">
            <OfferButton isPrimary={true} isBusy={isActing} onPress={restore}>
              {i18n.t('offers.saved.restore')}
            </OfferButton>
            <OfferButton button={cancelButton} isBusy={isActing} onPress={() => preview(false)}>
              {i18n.t('common.cancel')}
            </OfferButton>
          </div>
        </>
      ) : (
        <div className="button-row">
          {offer.canSave && (
            <OfferButton isPrimary={true} isBusy={isActing} onPress={save}>
              {i18n.t('common.save')}
            </OfferButton>
          )}
          {offer.restore !== null && (
            <OfferButton button={restoreButton} isBusy={isActing} onPress={() => preview(true)}>
              {offer.restore.label}
            </OfferButton>
          )}
        </div>
      )}
    </section>
  );
}

interface OfferButtonProps {
  button?: RefObject<HTMLButtonElement | null>;
  isPrimary?: boolean;
  isBusy: boolean;
  onPress(): void;
  children: ReactNode;
}

/** Button that keeps the focus while it works, and hands it on when the offer is gone. */
function OfferButton({ button, isPrimary = false, isBusy, onPress, children }: OfferButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const shown = button ?? own;
  useFocusAfterwards(shown, focusAfter);
  return (
    <button
      ref={shown}
      type="button"
      className={isPrimary ? 'primary' : ''}
      aria-disabled={isBusy}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** State of the offer about a save that a rollback went past. */
interface KnownOffer {
  offer: SavedOffer | null;
  /** The error of reading the saved state; null if it could be read. */
  error: ErrorInfo | null;
}

/** The offer about a chat's newest rollback past a save; requested again with each page status, unless `isBusy`. */
function useSavedOffer(
  chatId: string,
  page: PageStatus | null,
  isBusy: boolean,
): KnownOffer & { refresh(): Promise<void> } {
  const [known, setKnown] = useState<KnownOffer>({ offer: null, error: null });
  const newestRequest = useRef(0);

  const refresh = useCallback(async () => {
    newestRequest.current += 1;
    const current = newestRequest.current;
    const next = await previewReversal(chatId, { kind: 'restore-saved' }).then(
      (offer) => ({ offer, error: null }),
      (error: unknown) => ({ offer: null, error: toErrorInfo(error) }),
    );
    if (current === newestRequest.current) setKnown(next);
  }, [chatId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each status of the page is a reason to refresh
  useEffect(() => {
    if (!isBusy) void refresh();
  }, [refresh, page, isBusy]);
  return { ...known, refresh };
}
