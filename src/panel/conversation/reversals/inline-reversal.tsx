import { Redo2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { i18n } from '@/src/texts/i18n';
import type { ManualChangesChoice } from './reversal';
import { ReversalCard } from './reversal-card';
import { reversalSummary } from './reversal-summary';
import { useReversal } from './use-reversal';
import { useReversalPreview } from './use-reversal-preview';
import './inline-reversal.css';

/** `name`: accessible name, which begins with the label. `busy`: tooltip of the button while a run disables it. */
const BUTTONS = {
  undo: {
    Icon: Undo2,
    label: 'common.undo',
    name: 'checkpoints.undo.name',
    busy: 'checkpoints.undo.busy',
  },
  redo: {
    Icon: Redo2,
    label: 'checkpoints.redo.label',
    name: 'checkpoints.redo.name',
    busy: 'checkpoints.redo.busy',
  },
} as const;

interface InlineReversalProps {
  chatId: string;
  target: { kind: 'rollback' | 'undo'; checkpointId: string };
  /** Initial choice for changes that others made on the page. */
  initialChoice: ManualChangesChoice;
  button: keyof typeof BUTTONS;
  /** True during a run, when no reversal is possible. */
  isBusy: boolean;
  /** Called after the reversal, with the text that it put into the composer, if any. */
  onReversed(composerText: string | null): void;
}

/**
 * A button in the conversation that opens the preview of an undo or a redo, and carries it out when the user confirms. The error
 * of a failed attempt is shown until the user dismisses it, or opens or cancels the preview.
 */
export function InlineReversal(props: InlineReversalProps) {
  return (
    <CommandErrors>
      <ButtonOrReversal {...props} />
    </CommandErrors>
  );
}

function ButtonOrReversal(props: InlineReversalProps) {
  const { isBusy } = props;
  const { Icon, label, name, busy } = BUTTONS[props.button];
  const { error, dismiss } = useCommands();
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
  if (isOpen && !isBusy) return <OpenReversal {...props} onCancel={cancel} />;
  return (
    <>
      <div className="inline-reversal">
        <button
          ref={button}
          type="button"
          className="quiet icon-button meta"
          aria-label={i18n.t(name)}
          title={i18n.t(isBusy ? busy : name)}
          disabled={isBusy}
          onClick={open}
        >
          <Icon className="icon" aria-hidden="true" />
          {i18n.t(label)}
        </button>
      </div>
      <DismissibleError error={error} onDismiss={dismiss} />
    </>
  );
}

function OpenReversal(props: InlineReversalProps & { onCancel(): void }) {
  const { chatId, target, initialChoice, onReversed, onCancel } = props;
  const { label, name } = BUTTONS[props.button];
  const { error } = useCommands();
  const source = useReversalPreview(chatId, target, { delayMs: 0, occasion: null });
  const reversal = useReversal(chatId, target, source, { initialChoice, onReversed });
  const { preview, choice } = reversal;
  return (
    <ReversalCard
      reversal={reversal}
      name={i18n.t(name)}
      className="card"
      label={i18n.t(label)}
      onConfirm={() => void reversal.act()}
      other={{ label: i18n.t('common.cancel'), isFocused: true, onPress: onCancel }}
    >
      {error !== null && (
        <ErrorCard error={error}>
          <button type="button" onClick={reversal.retry}>
            {i18n.t('common.tryAgain')}
          </button>
        </ErrorCard>
      )}
      <p className="secondary" aria-live="polite">
        {preview === null ? '' : reversalSummary(preview, choice)}
      </p>
    </ReversalCard>
  );
}
