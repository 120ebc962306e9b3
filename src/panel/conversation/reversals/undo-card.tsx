import { useEffect, useState } from 'react';
import { canUndo } from '@/src/core/checkpoints/can-undo';
import { toErrorInfo } from '@/src/core/errors';
import { useIsBusy, useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { OpenReversal, textsOf, undoOf } from './inline-reversal';
import { nothingToUndo } from './undo-last';

const SitesUndoCard = lazyComponent(async () => (await import('./sites-undo')).SitesUndoCard);

interface UndoCardProps {
  onClose(): void;
  /** Called after the undo, with the text that it moved to the composer; null if it moved none. */
  onReversed(composerText: string | null): void;
}

/** Preview of an undo of the last changes that the chat's answers made. The card closes when a run begins. */
export function UndoCard({ onClose, onReversed }: UndoCardProps) {
  const { checkpoints } = useShownChat();
  const { chat, landmarks } = useShownView();
  // Chosen once: the undo changes the list while the card is still open.
  const [checkpoint] = useState(() =>
    checkpoints?.entries.find((entry) => canUndo(entry, landmarks.rollbacks)),
  );
  const isBusy = useIsBusy();
  useEffect(() => {
    if (isBusy) onClose();
  }, [isBusy, onClose]);
  if (chat.targets) return <SitesUndoCard onClose={onClose} />;
  if (checkpoint === undefined) {
    return <DismissibleError error={toErrorInfo(nothingToUndo())} onDismiss={onClose} />;
  }
  const undo = undoOf(checkpoint);
  return (
    <CommandErrors>
      <OpenReversal
        {...undo}
        {...textsOf(undo.button)}
        chatId={chat.id}
        onCancel={onClose}
        onReversed={onReversed}
      />
    </CommandErrors>
  );
}
