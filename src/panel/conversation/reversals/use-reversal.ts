import { useState } from 'react';
import { isStewardError } from '@/src/core/errors';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { sendCommand } from '@/src/panel/data/send-command';
import { withProgress } from '@/src/panel/data/with-progress';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { ErrorCode } from '@/src/schema/values/error-code';
import {
  DEFAULT_CHOICE,
  isReady,
  type ManualChangesChoice,
  type PreviewState,
  type ShownPreview,
  strategyOf,
  type WantedReversal,
} from './reversal';
import type { PreviewSource } from './use-reversal-preview';

/** Error codes of a reversal that is refused because its preview is outdated. */
const OUTDATED_CODES: readonly ErrorCode[] = ['conflict', 'page-changed'];

/** The reversal that the user is deciding on. If carrying it out fails, the nearest `CommandErrors` above shows the error. */
export interface Reversal {
  previewState: PreviewState;
  /** Null until the preview is loaded. */
  preview: ShownPreview | null;
  choice: ManualChangesChoice;
  setChoice(choice: ManualChangesChoice): void;
  /** True if the preview is loaded and shows that the reversal is possible. */
  isReady: boolean;
  isActing: boolean;
  /** The progress of the reversal; null if it isn't being carried out, or reports none. */
  progress: ChangeProgress | null;
  /** Resets choice and error when another target is chosen. */
  reset(): void;
  /** Removes the error, and requests the preview again. */
  retry(): void;
  /** Carries out what the preview shows; resolves to true if that succeeded. Does nothing if the preview isn't ready. */
  act(): Promise<boolean>;
  /**
   * Performs another command that the preview offers. Does nothing while another command runs. Resolves to true if it succeeded.
   */
  perform(work: () => Promise<unknown>): Promise<boolean>;
}

interface Options {
  /**
   * Called after the reversal. `composerText` is the text of a message that the reversal moved from the conversation to the
   * composer, or null.
   */
  onReversed(composerText: string | null): void;
}

/** The target with what the preview shows and the user chose in it. */
function confirmed(target: WantedReversal, preview: ShownPreview, choice: ManualChangesChoice) {
  const strategy = strategyOf(preview, choice);
  if ('messageId' in target) return { ...target, strategy };
  // The defaults only satisfy the types: the preview is of the target's kind, and that of a rollback always has a strategy.
  if ('fromChatId' in target)
    return { ...target, wantedHash: 'wantedHash' in preview ? preview.wantedHash : '' };
  if (target.kind !== 'rollback') return target;
  return { ...target, strategy: strategy ?? ({ strategy: 'replace' } as const) };
}

/** A reversal of any kind: its preview with the user's choice, and the command that carries it out. */
export function useReversal(
  chatId: string,
  target: WantedReversal | null,
  { previewState, refresh }: PreviewSource,
  { onReversed }: Options,
): Reversal {
  const commands = useCommands();
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const [isActing, setIsActing] = useState(false);
  const [progress, setProgress] = useState<ChangeProgress | null>(null);
  const preview = previewState.state === 'ready' ? previewState.preview : null;

  const perform = async (work: () => Promise<unknown>) => {
    if (isActing) return false;
    setIsActing(true);
    const isDone = await commands.perform(work);
    setIsActing(false);
    setProgress(null);
    return isDone;
  };
  return {
    previewState,
    preview,
    choice,
    setChoice,
    isReady: preview !== null && isReady(preview, choice),
    isActing,
    progress,
    reset() {
      commands.dismiss();
      setChoice(DEFAULT_CHOICE);
    },
    retry() {
      commands.dismiss();
      void refresh();
    },
    async act() {
      if (target === null || preview === null || !isReady(preview, choice)) return false;
      let composerText: string | null = null;
      const isDone = await perform(async () => {
        const chosen = confirmed(target, preview, choice);
        const { stateHash, position } = preview;
        const shown = { stateHash, position };
        try {
          const done = await withProgress(chatId, setProgress, () =>
            sendCommand({ type: 'reverse', chatId, target: chosen, shown }),
          );
          composerText = done.composerText;
        } catch (error) {
          // The user must see a current preview before they press the button again.
          if (isStewardError(error) && OUTDATED_CODES.includes(error.code)) void refresh();
          throw error;
        }
      });
      if (isDone) onReversed(composerText);
      return isDone;
    },
    perform,
  };
}
