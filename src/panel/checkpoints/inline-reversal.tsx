import { Redo2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorCard } from '../errors/error-card';
import { isReady, type ManualChangesChoice, type ReversalKind } from './reversal';
import { ReversalPreviewView } from './reversal-preview-view';
import { reversalSummary } from './reversal-summary';
import { useReversal } from './use-reversal';
import './inline-reversal.css';

interface InlineReversalProps {
  chatId: string;
  checkpointId: string;
  kind: ReversalKind;
  /** Decision on changes by others unless the user chooses. */
  initialChoice: ManualChangesChoice;
  /** The visible label of the button. */
  label: 'Undo' | 'Redo';
  /** Its accessible name, which begins with the label. */
  name: string;
  /** True during a run, when nothing can be taken back. */
  isBusy: boolean;
  /** Called once it is done, with the text of the user message that was removed, if any. */
  onReversed(unsentText: string | null): void;
}

/** A button in the conversation that opens the preview of an undo or a redo, and carries it out when the user confirms. */
export function InlineReversal(props: InlineReversalProps) {
  const { label, name, isBusy } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Icon = label === 'Undo' ? Undo2 : Redo2;
  const close = () => {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  };
  if (isOpen && !isBusy) return <OpenReversal {...props} onCancel={close} />;
  return (
    <div className="inline-reversal">
      <button
        ref={button}
        type="button"
        className="quiet icon-button meta"
        aria-label={name}
        title={isBusy ? `${name}: stop the run first` : name}
        disabled={isBusy}
        onClick={() => setIsOpen(true)}
      >
        <Icon className="icon" aria-hidden="true" />
        {label}
      </button>
    </div>
  );
}

/** The preview, with the buttons to confirm and to cancel. */
function OpenReversal(props: InlineReversalProps & { onCancel(): void }) {
  const { chatId, checkpointId, kind, initialChoice, label, name, onReversed, onCancel } = props;
  const reversal = useReversal(chatId, checkpointId, kind, { delayMs: 0, initialChoice }, onReversed);
  const { preview, choice, error } = reversal;
  return (
    <section className="card inline-preview" aria-label={name}>
      <ReversalPreviewView
        previewState={reversal.previewState}
        choice={choice}
        onChoose={reversal.setChoice}
        onRetry={reversal.retry}
      />
      {error !== null && (
        <ErrorCard error={error}>
          <button type="button" onClick={reversal.retry}>
            Try again
          </button>
        </ErrorCard>
      )}
      <p className="secondary" aria-live="polite">
        {preview === null ? '' : reversalSummary(preview, choice)}
      </p>
      <div className="button-row">
        <button
          type="button"
          className="primary"
          disabled={preview === null || reversal.isActing || !isReady(preview, choice)}
          onClick={() => void reversal.act()}
        >
          {label}
        </button>
        {/* The button that opened the preview had the focus, and is gone. */}
        {/* biome-ignore lint/a11y/noAutofocus: see above */}
        <button type="button" autoFocus onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}
