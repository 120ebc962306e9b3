import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sendCommand } from '@/src/panel/data/send-command';
import { useIsBusy, useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import { focusAfter, focusMessageFieldIfLost, useFocusAfterwards } from '@/src/panel/kit/focus';
import { SaidParagraph, SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ReversalCard } from './reversal-card';
import { useReversal } from './use-reversal';
import { useReversalPreview } from './use-reversal-preview';
import './saved-offer.css';

const TARGET = { kind: 'restore-saved' } as const;

/**
 * Offer in the row of a rollback to before a save: a note on what is saved, and buttons to save the page or to restore what the save
 * overwrote.
 */
export function SavedOfferView() {
  const livePage = useLive(useShownChat().feed, ({ page }) => page);
  const { id: chatId } = useShownView().chat;
  const isBusy = useIsBusy();
  const [isOpen, setIsOpen] = useState(false);
  const saveButton = useRef<HTMLButtonElement>(null);
  const restoreButton = useRef<HTMLButtonElement>(null);
  const source = useReversalPreview(chatId, isBusy ? null : TARGET, { delayMs: 0, occasion: livePage });
  const close = () => {
    setIsOpen(false);
    // If the removed card had the focus, `ReversalCard` has moved it already.
    focusMessageFieldIfLost();
  };
  const options = { onReversed: close };
  const reversal = useReversal(chatId, TARGET, source, options);
  const { previewState, preview, isActing } = reversal;
  const restore = preview?.kind === 'restore-saved' ? preview.restore : null;
  // Closes the preview when a run begins or a comparison fails. It isn't opened again afterwards, since it would take the focus.
  if (isOpen && restore === null) setIsOpen(false);
  if (previewState.state === 'failed') {
    return <SecondarySaid said={say('offers.saved.failed', { problem: previewState.error.message })} />;
  }
  if (preview?.kind !== 'restore-saved') return null;

  const note = (
    <SaidParagraph said={sentences(preview.note, preview.canSave ? say('offers.saved.saveToo') : null)} />
  );
  const save = async () => {
    if (await reversal.perform(() => sendCommand({ type: 'save-page', chatId }))) close();
    await source.refresh();
  };
  const confirm = async () => {
    await reversal.act();
    // Also after a failure: the offer has to match the page's current state.
    await source.refresh();
  };
  const cancel = () => {
    flushSync(() => setIsOpen(false));
    restoreButton.current?.focus();
  };
  if (isOpen && restore !== null) {
    return (
      <ReversalCard
        reversal={reversal}
        name={t('offers.saved.name')}
        className="saved-offer"
        heading={note}
        label={t('offers.saved.restore')}
        onConfirm={confirm}
        other={{ label: t('common.cancel'), isFocused: true, onPress: cancel }}
      />
    );
  }
  return (
    <section className="saved-offer" aria-label={t('offers.saved.name')}>
      {note}
      <div className="button-row">
        {preview.canSave && (
          <OfferButton button={saveButton} isPrimary isBusy={isActing} onPress={save}>
            {t('common.save')}
          </OfferButton>
        )}
        {restore !== null && (
          <OfferButton
            button={restoreButton}
            isPrimary={false}
            isBusy={isActing}
            onPress={() => !isActing && setIsOpen(true)}
          >
            <SaidWords said={restore.label} />
          </OfferButton>
        )}
      </div>
    </section>
  );
}

interface OfferButtonProps {
  button: RefObject<HTMLButtonElement | null>;
  isPrimary: boolean;
  isBusy: boolean;
  onPress(): unknown;
  children: ReactNode;
}

/** Button that keeps the focus during its command. When the button is removed, the focus moves to the message field. */
function OfferButton({ button, isPrimary, isBusy, onPress, children }: OfferButtonProps) {
  useFocusAfterwards(button, focusAfter);
  return (
    <button
      ref={button}
      type="button"
      className={isPrimary ? 'primary' : ''}
      aria-disabled={isBusy}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
