import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { changeCount } from '@/src/core/checkpoints/can-undo';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { useIsBusy, useShownView } from '@/src/panel/data/shown-chat';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import { t } from '@/src/texts/i18n';
import { ReversalCard } from './reversal-card';
import { reversalSummary } from './reversal-summary';
import { useReversal } from './use-reversal';
import { useReversalPreview } from './use-reversal-preview';
import './inline-reversal.css';
import { IconButton } from '@/src/panel/kit/icon-button';

type WhichButton =
  | { kind: 'undo' /** Number of calls that changed the page. */; changes: number }
  | { kind: 'redo' }
  /** Reverts a redo, by another rollback. */
  | { kind: 'roll-back' };

interface ButtonTexts {
  label: string;
  /** Accessible name, which begins with the label. */
  name: string;
  /** Tooltip while a run disables the button. */
  busy: string;
  /** Label of the button that carries the reversal out. */
  confirm: string;
}

/** The texts of a button, and of the preview that it opens. */
export function textsOf(button: WhichButton): ButtonTexts {
  if (button.kind === 'roll-back') {
    const label = t('checkpoints.sheet.rollBack');
    return { label, name: label, busy: t('checkpoints.redo.busy'), confirm: label };
  }
  if (button.kind === 'redo') {
    return {
      label: t('checkpoints.redo.label'),
      name: t('checkpoints.redo.name'),
      busy: t('checkpoints.redo.busy'),
      confirm: t('checkpoints.redo.label'),
    };
  }
  return {
    label: t('checkpoints.undo.label', { count: button.changes }),
    name: t('checkpoints.undo.name', { count: button.changes }),
    busy: t('checkpoints.undo.busy'),
    confirm: t('checkpoints.undo.confirm', { count: button.changes }),
  };
}

interface InlineReversalProps {
  target: { kind: 'rollback' | 'undo'; checkpointId: string };
  button: WhichButton;
  /** Called after the reversal, with the text that it moved to the composer; null if it moved none. */
  onReversed(composerText: string | null): void;
}

/** The undo of what the calls after a checkpoint changed. */
export function undoOf(checkpoint: CheckpointEntry): Omit<InlineReversalProps, 'onReversed'> {
  return {
    target: { kind: 'undo', checkpointId: checkpoint.id },
    button: { kind: 'undo', changes: changeCount(checkpoint) },
  };
}

/**
 * A button in the conversation that opens the preview of an undo or a redo; the preview has the button that carries it out. The error of a
 * failed attempt is shown until the user dismisses it, or opens or cancels the preview.
 */
export function InlineReversal({ button, ...reversal }: InlineReversalProps) {
  const { id: chatId } = useShownView().chat;
  return (
    <CommandErrors>
      <ReversalButton button={button}>
        {(onCancel) => (
          <OpenReversal {...reversal} {...textsOf(button)} chatId={chatId} onCancel={onCancel} />
        )}
      </ReversalButton>
    </CommandErrors>
  );
}

interface ReversalButtonProps {
  button: WhichButton;
  /** The preview. It replaces the button until it is cancelled, or a run begins. */
  children(onCancel: () => void): ReactNode;
}

export function ReversalButton(props: ReversalButtonProps) {
  // During a run no reversal is possible.
  const isBusy = useIsBusy();
  const { label, name, busy } = textsOf(props.button);
  const { dismiss } = useCommands();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    dismiss();
    setIsOpen(true);
  };
  const cancel = () => {
    flushSync(() => {
      dismiss();
      setIsOpen(false);
    });
    button.current?.focus();
  };
  // The preview stays closed after the run: if it opened again, it would take the focus, and show an earlier state of the page.
  if (isOpen && isBusy) setIsOpen(false);
  if (isOpen && !isBusy) return props.children(cancel);
  return (
    <>
      <div className="inline-reversal">
        <IconButton
          ref={button}
          className="secondary"
          icon={props.button.kind === 'redo' ? Redo2 : Undo2}
          label={name}
          title={isBusy ? busy : name}
          disabled={isBusy}
          onClick={open}
        >
          {label}
        </IconButton>
      </div>
      <CommandErrorCard />
    </>
  );
}

interface OpenReversalProps extends Pick<InlineReversalProps, 'onReversed'> {
  chatId: string;
  target: PreviewedReversal;
  /** The accessible name. */
  name: string;
  /** Label of the button that carries it out. */
  confirm: string;
  /** Set if it isn't about the site that the panel shows: the other one's name. */
  otherSite?: string;
  onCancel(): void;
}

/** The preview of a reversal, with the button that carries it out. */
export function OpenReversal(props: OpenReversalProps) {
  const { chatId, target, name, confirm, otherSite, onReversed, onCancel } = props;
  const { error } = useCommands();
  const source = useReversalPreview(chatId, target, { delayMs: 0, occasion: null });
  const reversal = useReversal(chatId, target, source, { onReversed });
  const { preview, choice } = reversal;
  return (
    <ReversalCard
      reversal={reversal}
      name={name}
      className="card"
      otherSite={otherSite}
      label={confirm}
      onConfirm={reversal.act}
      other={{ label: t('common.cancel'), isFocused: true, onPress: onCancel }}
    >
      <RetryableError error={error} onRetry={reversal.retry} />
      <p className="secondary" aria-live="polite">
        {preview !== null && <SaidWords said={reversalSummary(preview, choice)} />}
      </p>
    </ReversalCard>
  );
}
