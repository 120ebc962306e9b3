import { useState } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { TextButton } from './text-button';

interface ConfirmedProps {
  /** Text of the button that asks for confirmation. */
  label: string;
  question: string;
  /** Text of the button that confirms. */
  action: TextKey;
  onConfirm(): void;
}

/** A button that asks for confirmation of something that can't be undone. */
export function Confirmed({ label, question, action, onConfirm }: ConfirmedProps) {
  const [stage, setStage] = useState<'initial' | 'confirming' | 'answered'>('initial');
  if (stage !== 'confirming') {
    return (
      <div className="button-row">
        <button
          type="button"
          ref={stage === 'answered' ? focusOnMount : null}
          onClick={() => setStage('confirming')}
        >
          {label}
        </button>
      </div>
    );
  }
  return (
    <div className="card note-card">
      <p role="alert">{question}</p>
      <div className="button-row">
        <TextButton
          text={action}
          className="primary"
          onClick={() => {
            setStage('answered');
            onConfirm();
          }}
        />
        <TextButton text="data.confirm.keep" ref={focusOnMount} onClick={() => setStage('answered')} />
      </div>
    </div>
  );
}

/** Focuses a harmless button, since the focused one was removed. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
