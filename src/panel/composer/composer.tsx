import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PolicySettings } from '@/src/core/records/chat';
import { spellOutLines } from '@/src/core/text/foreign-text';
import { MessageResizer } from '../appearance/message-resizer';
import type { MessageHeight } from '../appearance/use-message-height';
import { ChatSettingsButton } from '../chat-settings/chat-settings-button';
import { PolicyChip } from '../policy/policy-chip';
import { ForeignText } from '../text/foreign-text';
import type { ComposerText } from './composer-text';
import { isMac } from './is-mac';
import { QuoteButton } from './quote-button';
import type { RunAction } from './run-actions';
import { isActiveRun, type RunActivity } from './run-activity';
import { RunMenu } from './run-menu';
import { excessLength, TooLongNote } from './too-long-note';

interface ComposerProps {
  composerText: ComposerText;
  textarea: RefObject<HTMLTextAreaElement | null>;
  height: MessageHeight;
  /** False while there is no chat to send to. */
  canSend: boolean;
  activity: RunActivity;
  /** The assistant's question that the next message answers; null if there is none or its text can't be read. */
  question: string | null;
  /** Sends a message, or queues it during a run. Resolves to true if it was accepted; otherwise the text stays. */
  onSend(text: string): Promise<boolean>;
  onStop(): Promise<boolean>;
  /** The entries of the run's menu; none without a run that can be held or ended. */
  runActions: readonly RunAction[];
  onRunAction(action: RunAction): void;
  /** The chat's policy; null without a chat. */
  policy: PolicySettings | null;
  onOpenPolicy(): void;
  onOpenSettings(): void;
  /** Adds the page's selection to the text. */
  onQuote(): Promise<unknown>;
}

const MESSAGE_ID = 'composer-message';
const NOTE_ID = 'composer-note';
const QUESTION_ID = 'composer-question';

/**
 * Text field and run controls. Ctrl or Cmd with Enter sends; Escape stops a working run, otherwise it clears the text.
 * Stop is shown until the run is over. Repeated keydown events do nothing: the key may have been pressed for something
 * else that had the focus before, such as an approval request.
 */
export function Composer(props: ComposerProps) {
  const { composerText, textarea, canSend, activity, question, policy } = props;
  const { onSend, onStop, runActions, onRunAction, onOpenPolicy, onOpenSettings, onQuote } = props;
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const [isSending, setIsSending] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
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
    // Text typed while the message was being sent stays.
    if ((await onSend(text)) && composerText.getText() === text) composerText.setText('');
    setIsSending(false);
  };
  const stop = async () => {
    if (isStopping) return;
    setIsStopping(true);
    await onStop();
    setIsStopping(false);
  };
  const act = (action: RunAction) => {
    if (action.command.type === 'stop') void stop();
    else onRunAction(action);
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
    } else if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      menuButton.current?.click();
    }
  };
  return (
    <div className="composer">
      <MessageResizer textarea={textarea} controls={MESSAGE_ID} height={props.height} />
      {isAnswer && <AnswerNote question={question} />}
      <textarea
        ref={textarea}
        id={MESSAGE_ID}
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
        {policy !== null && <ChatSettingsButton onOpen={onOpenSettings} />}
        {policy !== null && <QuoteButton onQuote={onQuote} />}
        {policy !== null && <PolicyChip policy={policy} onOpen={onOpenPolicy} />}
        <span className="meta">{hint(activity)}</span>
        {runActions.length > 0 && (
          <RunMenu actions={runActions} button={menuButton} fallback={textarea} onChoose={act} />
        )}
        {activity !== 'idle' && (
          <button
            type="button"
            className={isQueued ? undefined : 'primary send-button'}
            title={isQueued ? 'Sent after this step' : undefined}
            disabled={!maySend}
            onClick={send}
          >
            {isQueued ? 'Queue' : 'Send'}
          </button>
        )}
        {/* At one position in the tree, so that the focus stays when one button replaces the other. */}
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

/** The question that the text answers, in one line above the text field. */
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
