import { useEffect, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { isActive } from '@/src/core/records/transition';
import { canUndo } from '@/src/panel/data/can-undo';
import { useShownChat, useShownView } from '@/src/panel/data/shown-chat';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { OpenReversal } from './inline-reversal';
import { DEFAULT_CHOICE } from './reversal';
import { nothingToUndo } from './undo-last';

interface UndoCardProps {
  onClose(): void;
  /** Called after the undo, with the text that it put into the composer, if any. */
  onReversed(composerText: string | null): void;
}

/** The preview of an undo of the last changes that the chat's answers made. It closes when a run begins. */
export function UndoCard({ onClose, onReversed }: UndoCardProps) {
  const { checkpoints } = useShownChat();
  const { landmarks, run } = useShownView();
  // Chosen once: the list changes with the undo.
  const [checkpoint] = useState(() =>
    checkpoints?.entries.find((entry) => canUndo(entry, landmarks.rollbacks)),
  );
  const isBusy = run !== null && isActive(run.status);
  useEffect(() => {
    if (isBusy) onClose();
  }, [isBusy, onClose]);
  if (checkpoint === undefined) {
    return <DismissibleError error={toErrorInfo(nothingToUndo())} onDismiss={onClose} />;
  }
  return (
    <CommandErrors>
      <OpenReversal
        target={{ kind: 'undo', checkpointId: checkpoint.id }}
        initialChoice={DEFAULT_CHOICE}
        button={{ kind: 'undo', changes: checkpoint.calls.filter(({ success }) => success === true).length }}
        onCancel={onClose}
        onReversed={onReversed}
      />
    </CommandErrors>
  );
}
