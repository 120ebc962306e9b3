import { type KeyboardEvent, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { ComposerDraft } from '../draft/composer-draft';
import { isMac } from './is-mac';
import { excessLength, TooLongNote } from './too-long-note';

interface ComposerProps {
  draft: ComposerDraft;
  textarea: RefObject<HTMLTextAreaElement | null>;
  /** Whether there is a chat to send to. */
  canSend: boolean;
  isRunning: boolean;
  /** Resolves to whether the message was taken; if not, the text stays. */
  onSend(text: string): Promise<boolean>;
  onStop(): Promise<boolean>;
}

const NOTE_ID = 'composer-note';

/** Where the person writes. Ctrl or Cmd with Enter sends; Escape stops a run, else clears. */
export function Composer({ draft, textarea, canSend, isRunning, onSend, onStop }: ComposerProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.getText);
  const [isBusy, setIsBusy] = useState(false);
  const excess = excessLength(text);
  const isTooLong = excess > 0;
  const maySend = canSend && !isRunning && !isBusy && !isTooLong && text.trim() !== '';

  useEffect(() => {
    const field = textarea.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [textarea]);

  const send = async () => {
    if (!maySend) return;
    setIsBusy(true);
    // What was typed while the message was on its way stays.
    if ((await onSend(text)) && draft.getText() === text) draft.setText('');
    setIsBusy(false);
  };
  const stop = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await onStop();
    setIsBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isRunning) void stop();
      else draft.setText('');
    }
  };
  return (
    <div className="composer">
      <textarea
        ref={textarea}
        aria-label="Message"
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? NOTE_ID : undefined}
        placeholder="Ask about this page, or say what to change"
        rows={3}
        value={text}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isTooLong && <TooLongNote id={NOTE_ID} excess={excess} />}
      <div className="composer-row">
        <span className="meta">{isRunning ? 'Esc stops' : `${isMac() ? '⌘⏎' : 'Ctrl+Enter'} sends`}</span>
        {isRunning ? (
          <button type="button" className="send-button" disabled={isBusy} onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" className="primary send-button" disabled={!maySend} onClick={send}>
            Send
          </button>
        )}
      </div>
    </div>
  );
}
