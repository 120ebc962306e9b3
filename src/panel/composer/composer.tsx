import { type KeyboardEvent, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { PolicySettings } from '@/src/core/records/chat';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { PolicyChip } from '../policy/policy-chip';
import { ForeignText } from '../text/foreign-text';
import type { ComposerText } from './composer-text';
import { isMac } from './is-mac';
import { isActiveRun, type RunActivity } from './run-activity';
import { RunControls } from './run-controls';
import { excessLength, TooLongNote } from './too-long-note';

interface ComposerProps {
  composerText: ComposerText;
  textarea: RefObject<HTMLTextAreaElement | null>;
  /** Whether there is a chat to send to. */
  canSend: boolean;
  activity: RunActivity;
  /** The open question that the next message answers; null if there is none, or if its text can't be read. */
  question: string | null;
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
const QUESTION_ID = 'composer-question';

/**
 * Text field and controls of the run. Ctrl or Cmd with Enter sends; Escape stops a run that works, else clears. Stop is
 * there as long as the run isn't over. A key that is held down does neither: it may have been pressed for what stood here
 * before, such as an approval.
 */
export function Composer(props: ComposerProps) {
  const { composerText, textarea, canSend, activity, question, policy } = props;
  const { onSend, onStop, onPause, onResume, onOpenPolicy } = props;
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const [isSending, setIsSending] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const excess = excessLength(text);
  const isTooLong = excess > 0;
  const isAnswer = activity === 'question';
  const isQueued = isActiveRun(activity);
  const descriptionIds = [...(isAnswer ? [QUESTION_ID] : []), ...(isTooLong ? [NOTE_ID] : [])];
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
    if ((await onSend(text)) && composerText.getText() === text) composerText.setText('');
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
      if (!event.repeat) void send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (event.repeat) return;
      if (escapeStops(activity)) void stop();
      else composerText.setText('');
    }
  };
  return (
    <div className="composer">
      {isAnswer && <AnswerNote question={question} />}
      <textarea
        ref={textarea}
        aria-label="Message"
        aria-invalid={isTooLong || undefined}
        aria-describedby={descriptionIds.join(' ') || undefined}
        placeholder={isAnswer ? 'Write your answer' : 'Ask about this page, or say what to change'}
        rows={3}
        value={text}
        onChange={(event) => composerText.setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isTooLong && <TooLongNote id={NOTE_ID} excess={excess} />}
      <div className="composer-row">
        {policy !== null && <PolicyChip policy={policy} onOpen={onOpenPolicy} />}
        <span className="meta">{hint(activity)}</span>
        {isActiveRun(activity) && <RunControls activity={activity} onPause={onPause} onResume={onResume} />}
        {activity !== 'idle' && (
          <button
            type="button"
            className={isQueued ? undefined : 'primary send-button'}
            title={isQueued ? 'Goes out after this step' : undefined}
            disabled={!maySend}
            onClick={send}
          >
            {isQueued ? 'Queue' : 'Send'}
          </button>
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

/** Which question the text answers, in one line above the text field. */
function AnswerNote({ question }: { question: string | null }) {
  if (question === null) {
    return (
      <p className="composer-question" id={QUESTION_ID}>
        Your answer to the assistant’s question
      </p>
    );
  }
  return (
    <p className="composer-question" id={QUESTION_ID} title={spellOutLines(question)}>
      Your answer to: <ForeignText text={question.replace(/\s+/g, ' ').trim()} />
    </p>
  );
}

/** Escape stops a run only while it may be streaming; otherwise it clears the text. */
function escapeStops(activity: RunActivity): boolean {
  return activity === 'running' || activity === 'pausing';
}

function hint(activity: RunActivity): string {
  if (!isActiveRun(activity)) return `${isMac() ? '⌘⏎' : 'Ctrl+Enter'} sends`;
  return escapeStops(activity) ? 'Esc stops' : 'Esc clears';
}
