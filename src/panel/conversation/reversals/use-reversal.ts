import { useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import type { ErrorInfo } from '@/src/schema/error-info';
import { type ManualChangesChoice, type ReversalKind, type ReversalPreview, strategyOf } from './reversal';
import { type PreviewState, useReversalPreview } from './use-reversal-preview';

/** The rollback or undo that the user is deciding on. */
export interface Reversal {
  previewState: PreviewState;
  /** Null unless it is ready. */
  preview: ReversalPreview | null;
  choice: ManualChangesChoice;
  setChoice(choice: ManualChangesChoice): void;
  isActing: boolean;
  /** The error of the attempt to carry it out. */
  error: ErrorInfo | null;
  /** Drops choice and error, for another checkpoint or kind. */
  reset(): void;
  /** Computes the preview again. */
  retry(): void;
  /** Carries out what the preview shows. Does nothing without a preview. */
  act(): Promise<void>;
}

/**
 * Previews a rollback to a checkpoint or an undo of its changes, and carries it out. `checkpointId`: null if none is chosen.
 * `delayMs`: milliseconds before the preview is requested, for rows that are chosen one after the other. `initialChoice`: what
 * happens to changes by others unless the user chooses.
 * `onReversed` is called with the text of the user message that was removed and is in the composer now, if any.
 */
export function useReversal(
  chatId: string,
  checkpointId: string | null,
  kind: ReversalKind,
  { delayMs, initialChoice }: { delayMs: number; initialChoice: ManualChangesChoice },
  onReversed: (composerText: string | null) => void,
): Reversal {
  const [choice, setChoice] = useState(initialChoice);
  const [isActing, setIsActing] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { previewState, refresh } = useReversalPreview(chatId, checkpointId, kind, delayMs);
  const preview = previewState.state === 'ready' ? previewState.preview : null;

  return {
    previewState,
    preview,
    choice,
    setChoice,
    isActing,
    error,
    reset() {
      setError(null);
      setChoice(initialChoice);
    },
    retry() {
      setError(null);
      refresh();
    },
    async act() {
      if (preview === null || checkpointId === null) return;
      setIsActing(true);
      setError(null);
      try {
        onReversed(await reverse(chatId, checkpointId, preview, choice));
      } catch (thrown) {
        setError(toErrorInfo(thrown));
      }
      setIsActing(false);
    },
  };
}

async function reverse(
  chatId: string,
  checkpointId: string,
  preview: ReversalPreview,
  choice: ManualChangesChoice,
): Promise<string | null> {
  const target =
    preview.kind === 'undo'
      ? ({ kind: 'undo', checkpointId } as const)
      : ({ kind: 'rollback', checkpointId, strategy: strategyOf(preview, choice) } as const);
  const expectedStateHash = preview.stateHash;
  return (await sendCommand({ type: 'reverse', chatId, target, expectedStateHash })).composerText;
}
