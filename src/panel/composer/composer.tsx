import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { SendKey } from '@/src/panel/data/use-send-key';
import { excessLength, TooLongNote } from '@/src/panel/kit/fields/too-long-note';
import { sendShortcut } from '@/src/panel/kit/is-mac';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { Message } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';
import { bindField } from './bound-field';
import type { ComposerText } from './composer-text';
import { confineUndo } from './confine-undo';
import { editField } from './edit-field';
import { createMessageHistory, isAtEnd } from './message-history';
import { AnswerNote, RunMenu, SendDuringRun, SlashCommands } from './parts';
import { QuoteButton } from './quote-button';
import type { RunAction } from './run-actions';
import { isActiveRun, type RunActivity } from './run-activity';
import { setOrRemove } from './set-or-remove';

interface ComposerProps {
  /** The message field, and the places above and below it. */
  frame: PanelFrame;
  composerText: ComposerText;
  /** Null until it is loaded. */
  sendKey: SendKey | null;
  /** The chat's messages, of which the arrow keys show the user's. */
  messages: readonly Message[];
  /** The chat to send to; null while there is none. */
  chatId: string | null;
  activity: RunActivity;
  /** The assistant's question that the next message answers; null if there is none or its text can't be read. */
  question: string | null;
  /** Sends a message, or queues it during a run. Resolves to true if it was accepted; otherwise the text stays. */
  onSend(text: string): Promise<boolean>;
  onStop(): Promise<boolean>;
  /** The entries of the run's menu; none without a run that can be held or ended. */
  runActions: readonly RunAction[];
  onRunAction(action: RunAction): void;
  /** Adds the page's selection to the text. */
  onQuote(): Promise<unknown>;
  /** The images of the message, below the field. */
  tray: ReactNode;
  /** Further buttons of the row. */
  tools: ReactNode;
  /** The entries of the panel's menu, which a slash offers as commands. */
  menu: readonly MenuGroup[];
}

/** Keys that show an earlier or later message of the chat. */
const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const NOTE_ID = 'composer-note';
const QUESTION_ID = 'composer-question';

/**
 * The controls around the message field of the static HTML, and what its keys do. Ctrl or Cmd with Enter sends, by a setting
 * also Enter alone; Escape stops a working run, otherwise it clears the text. The arrow keys go through the chat's own
 * messages, if that replaces nothing.
 * Stop is shown until the run is over. Repeated keydown events do nothing: the key may have been pressed for something
 * else that had the focus before, such as an approval request.
 */
export function Composer(props: ComposerProps) {
  const { frame, composerText, sendKey, messages, chatId, activity, question } = props;
  const { onSend, onStop, runActions, onRunAction, onQuote } = props;
  const field = frame.message;
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const isSending = useSyncExternalStore(composerText.subscribe, composerText.isSending);
  const isSlow = useDelayed(isSending ? 'sending' : null) !== null;
  const { isBusy: isStopping, press: pressStop } = useSinglePress(onStop, chatId);
  const row = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  /** The text that the user wanted to send before there was a chat, unless it was changed or left since. */
  const wished = useRef('');
  const fieldRef: RefObject<HTMLTextAreaElement> = useRef(field);
  const [history] = useState(createMessageHistory);
  const excess = excessLength(text);
  const isTooLong = excess > 0;
  const isAnswer = activity === 'question';
  const isQueued = isActiveRun(activity);
  const descriptionIds = [...(isAnswer ? [QUESTION_ID] : []), ...(isTooLong ? [NOTE_ID] : [])];
  const maySend = chatId !== null && !isSending && !isTooLong && /[^\s\p{Cf}]/u.test(text);

  useLayoutEffect(() => bindField(field, composerText), [field, composerText]);
  const hadChat = useRef(false);
  useLayoutEffect(() => {
    const isOther = hadChat.current;
    // Between two chats there may be none.
    hadChat.current ||= chatId !== null;
    return isOther ? confineUndo(field, composerText) : undefined;
  }, [field, composerText, chatId]);
  useLayoutEffect(() => {
    field.setAttribute('aria-label', i18n.t('composer.field.label'));
    field.placeholder = isAnswer
      ? i18n.t('composer.answer.placeholder')
      : i18n.t('composer.field.placeholder');
    setOrRemove(field, 'aria-invalid', isTooLong ? 'true' : null);
    setOrRemove(field, 'aria-describedby', descriptionIds.length === 0 ? null : descriptionIds.join(' '));
  });
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // The button of the row that has the focus can't be pressed any longer, as when a run ended by itself.
    if (focused?.matches(':disabled') === true && row.current?.contains(focused) === true) field.focus();
  });
  useEffect(() => {
    // Whoever types already keeps the caret.
    if (document.activeElement === field) return;
    field.focus();
    field.selectionStart = field.value.length;
  }, [field]);

  const send = async () => {
    if (chatId === null) wished.current = text;
    if (!maySend) return;
    // The button that was pressed is disabled now, and Escape and the other keys are the field's.
    field.focus();
    await composerText.send(onSend);
  };
  const stop = () => {
    // The button is disabled meanwhile.
    field.focus();
    pressStop();
  };
  const clear = () => {
    if (!editField(field, 0, field.value.length, '')) composerText.setText('');
  };
  const act = (action: RunAction) => {
    if (action.command.type === 'stop') stop();
    else onRunAction(action);
  };
  const showEarlier = (event: KeyboardEvent, by: -1 | 1) => {
    if (hasModifier(event) || event.shiftKey || !isAtEnd(field)) return;
    const earlier = history.step(text, by, messages);
    if (earlier === null) return;
    event.preventDefault();
    if (!editField(field, 0, field.value.length, earlier)) composerText.setText(earlier);
    field.selectionStart = field.value.length;
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.isComposing) return;
    const by = ARROWS[event.key];
    if (by !== undefined) showEarlier(event, by);
    else if (sends(event, sendKey)) {
      event.preventDefault();
      if (!event.repeat) void send();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (event.repeat) return;
      if (escapeStops(activity)) stop();
      else clear();
    } else if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      menuButton.current?.click();
    }
  });
  useEffect(() => {
    // The user may go on to open another chat, which the text isn't meant for.
    field.onblur = () => {
      wished.current = '';
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, [field]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first chat is an occasion, not an input
  useEffect(() => {
    // A loaded draft is no part of what the user saw. An empty text isn't sent.
    if (text === wished.current) void send();
    wished.current = '';
  }, [chatId]);
  const sendText = i18n.t(isSlow ? 'composer.field.sending' : 'composer.field.send');
  const below = (
    <>
      <SlashCommands textarea={fieldRef} composerText={composerText} groups={props.menu} />
      {isTooLong && <TooLongNote id={NOTE_ID} excess={excess} />}
      {props.tray}
      <div ref={row} className="composer-row">
        {chatId !== null && <QuoteButton onQuote={onQuote} />}
        {props.tools}
        <span className="meta">{hint(activity, sendKey)}</span>
        {runActions.length > 0 && <RunMenu actions={runActions} button={menuButton} onChoose={act} />}
        {activity !== 'idle' && (
          <SendDuringRun isQueued={isQueued} text={sendText} isEnabled={maySend} onSend={send} />
        )}
        {/* At one position in the tree, so that the focus stays when one button replaces the other. */}
        {activity === 'idle' ? (
          <button type="button" className="primary send-button" disabled={!maySend} onClick={send}>
            {sendText}
          </button>
        ) : (
          <button type="button" className="send-button" disabled={isStopping} onClick={stop}>
            {i18n.t('composer.field.stop')}
          </button>
        )}
      </div>
    </>
  );
  return (
    <>
      {isAnswer && createPortal(<AnswerNote id={QUESTION_ID} question={question} />, frame.aboveMessage)}
      {createPortal(below, frame.belowMessage)}
    </>
  );
}

/** Escape stops a run only while it may be streaming; otherwise it clears the text. */
function escapeStops(activity: RunActivity): boolean {
  return activity === 'running' || activity === 'pausing';
}

/** True for the keys that send. Shift+Enter breaks the line with either setting. */
function sends(event: KeyboardEvent, sendKey: SendKey | null): boolean {
  if (event.key !== 'Enter') return false;
  return event.ctrlKey || event.metaKey || (sendKey === 'enter' && !event.shiftKey && !event.altKey);
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function hint(activity: RunActivity, sendKey: SendKey | null): string {
  if (!isActiveRun(activity)) {
    const key = sendKey === 'enter' ? i18n.t('composer.keys.enter') : sendShortcut();
    return i18n.t('composer.field.sendHint', { key });
  }
  return escapeStops(activity) ? i18n.t('composer.field.escapeStops') : i18n.t('composer.field.escapeClears');
}
