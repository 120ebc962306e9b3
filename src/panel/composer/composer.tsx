import { type KeyboardEvent, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { PolicySettings } from '@/src/core/chat/chat';
import type { ComposerDraft } from '../draft/composer-draft';
import { PolicyChip } from '../policy/policy-chip';
import { isMac } from './is-mac';
import type { RunActivity } from './run-activity';
import { RunControls } from './run-controls';
import { excessLength, TooLongNote } from './too-long-note';

interface ComposerProps {
  draft: ComposerDraft;
  textarea: RefObject<HTMLTextAreaElement | null>;
  /** Whether there is a chat to send to. */
  canSend: boolean;
  activity: RunActivity;
  /** Sends a message, or queues it while a run is under way. Resolves to whether it was taken; if not, the text stays. */
  onSend(text: string): Promise<boolean>;
  onStop(): Promise<boolean>;
  onPause(): void;
  onResume(): void;
  /** What Steward may do in the chat; null while there is none. */
  policy: PolicySettings | null;
  onOpenPolicy(): void;
}

const NOTE_ID = 'composer-note';

/** Where the person writes. Ctrl or Cmd with Enter sends; Escape stops a run unless that is held, else clears. */
export function Composer(props: ComposerProps) {
  const { draft, textarea, canSend, activity, onSend, onStop, onPause, onResume, policy, onOpenPolicy } =
    props;
  const text = useSyncExternalStore(draft.subscribe, draft.getText);
  const [isSending, setIsSending] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const excess = excessLength(text);
  const isTooLong = excess > 0;
  const maySend = canSend && !isSending && !isTooLong && text.trim() !== '';

  useEffect(() => {
    const field = textarea.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [textarea]);

  const send = async () => {
    if (!maySend) return;
    setIsSending(true);
    // What was typed while the message was on its way stays.
    if ((await onSend(text)) && draft.getText() === text) draft.setText('');
    setIsSending(false);
  };
  const stop = async () => {
    if (isStopping) return;
    setIsStopping(true);
    await onStop();
    setIsStopping(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (escapeStops(activity)) void stop();
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
        {policy !== null && <PolicyChip policy={policy} onOpen={onOpenPolicy} />}
        <span className="meta">{hint(activity)}</span>
        {activity !== 'idle' && (
          <>
            <RunControls activity={activity} onPause={onPause} onResume={onResume} />
            <button type="button" title="Goes out after this step" disabled={!maySend} onClick={send}>
              Queue
            </button>
          </>
        )}
        {/* One place in the tree, so that the focus stays when one becomes the other. */}
        {activity === 'idle' ? (
          <button type="button" className="primary send-button" disabled={!maySend} onClick={send}>
            Send
          </button>
        ) : (
          <button type="button" className="send-button" disabled={isStopping} onClick={stop}>
            Stop
          </button>
        )}
      </div>
    </div>
  );
}

/** While the run is held nothing streams, and Escape keeps to what is written (ledger ). */
function escapeStops(activity: RunActivity): boolean {
  return activity === 'running' || activity === 'pausing';
}

function hint(activity: RunActivity): string {
  if (activity === 'idle') return `${isMac() ? '⌘⏎' : 'Ctrl+Enter'} sends`;
  return escapeStops(activity) ? 'Esc stops' : 'Esc clears';
}
