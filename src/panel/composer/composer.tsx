import { TextQuote } from 'lucide-react';
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
import { isReplaceable } from '@/src/core/checkpoints/is-replaceable';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useReading } from '@/src/panel/data/stored-data';
import { useLater } from '@/src/panel/data/use-later';
import { waitingApproval } from '@/src/panel/data/waiting-approval';
import { excessLength, TooLongNote } from '@/src/panel/kit/fields/too-long-note';
import { focusApprovalCard, focusIfLost, focusMenu } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import type { UserMessage } from '@/src/schema/message';
import type { ExtensionValue } from '@/src/schema/values/extension-settings';
import type { ChatView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { ComposerRow } from './composer-row';
import type { ComposerText } from './composer-text';
import { isComposing } from './composition';
import { confineUndo } from './confine-undo';
import { editField } from './edit-field';
import { takeEntered } from './entered-early';
import { createMessageHistory, isAtEnd } from './message-history';
import { AnswerNote, Completions, Quotations } from './parts';
import { quoteSelection } from './quoted';
import { escapeStops } from './run-activity';
import { setOrRemove } from './set-or-remove';
import { type OpenQuestion, useBegunTexts } from './use-begun-texts';
import { useRunControl } from './use-run-control';

/** Maximum number of the user's messages that the arrow keys step through. */
const MAX_OWN_MESSAGES = 200;

const NO_MESSAGES: readonly UserMessage[] = [];

interface ComposerProps {
  /** The message field, and the places above and below it. */
  frame: PanelFrame;
  composerText: ComposerText;
  /** The assistant's open question, which the next message answers; null if no question is open. */
  question: OpenQuestion | null;
  /**
   * Sends a message, or queues the message during a run. `questionId`: the question that the message answers; null if
   * it answers none. `isEarly`: true if the user sent it before the chat was shown. Resolves to true if the message was
   * accepted; otherwise the text stays in the composer.
   */
  onSend(text: string, questionId: string | null, isEarly: boolean): Promise<boolean>;
  /** The images of the message, below the field. */
  tray: ReactNode;
  /** Further buttons of the row. */
  tools: ReactNode;
  /** Shows what the undo of the last changes would do. */
  onOpen(sheet: 'undo'): void;
}

/** Keys that show an earlier or later message of the chat. */
const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const NOTE_ID = 'composer-note';
const QUESTION_ID = 'composer-question';

/**
 * The controls around the message field of the static HTML, and what the field's keys do. Ctrl or Cmd with Enter sends,
 * by a setting also Enter alone. Escape moves the focus to the card of a waiting approval request. If no request waits,
 * or Escape is pressed in the field again with the same text, Escape stops a working run; if no run works, it clears
 * the text. The arrow keys step through the user's messages of the chat, unless that would replace a typed text.
 * Repeated keydown events neither send, stop nor clear: the key may have been pressed for something else that had the
 * focus before, such as an approval request.
 */
export function Composer(props: ComposerProps) {
  const { frame, composerText, question, onSend } = props;
  const { view, attachment } = useShownChat();
  const { value: sendKey } = useExtensionSetting('sendKey');
  const run = useRunControl();
  const { activity, stop } = run;
  const chatId = view?.chat.id ?? null;
  const field = frame.message;
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const isSending = useSyncExternalStore(composerText.subscribe, composerText.isSending);
  const menuButton = useRef<HTMLButtonElement>(null);
  const fieldRef: RefObject<HTMLTextAreaElement> = useRef(field);
  const begunTexts = useBegunTexts(chatId, question, composerText);
  const excess = excessLength(text);
  const isTooLong = excess > 0;
  const isAnswer = activity === 'question';
  const [wished, wish] = useWish(field, composerText, sendKey, () => {
    // The user hasn't seen the list in which Enter would choose a command.
    if (!text.startsWith('/')) void send(true);
  });
  const isOpening = chatId === null && ['looking', 'attached'].includes(attachment.state);
  const isWaiting = isOpening && wished === text;
  const isSendable = !isTooLong && /[^\s\p{Cf}]/u.test(text);
  const maySend = (isOpening ? !isWaiting : chatId !== null) && !isSending && isSendable;

  useField(field, composerText, chatId);
  useFieldLabels(field, isAnswer, isTooLong, view?.chat.targets !== undefined);

  const send = async (isEarly: boolean) => {
    if (chatId === null) wish(text);
    if (!maySend) return;
    // The pressed button becomes disabled, and Escape and the other keys work only in the field.
    field.focus();
    if (chatId === null) return;
    // The user had not seen the question that is open, not even with a stored text.
    const questionId = isEarly ? null : (begunTexts.get(chatId) ?? null);
    // The text may be refused because another question is open now. If the user sends it again, it answers that
    // question.
    begunTexts.delete(chatId);
    await composerText.send((sent) => onSend(sent, questionId, isEarly));
  };
  const replace = (by: string) => {
    if (!editField(field, 0, field.value.length, by)) composerText.setText(by);
  };
  const showEarlier = useEarlierMessages(field, text, replace);
  const focusesCard = useEscapeToCard(text);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes; held-keys.ts prevents the default of an Enter that was meant for a button.
    if (event.isComposing || event.defaultPrevented) return;
    const by = ARROWS[event.key];
    if (by !== undefined) showEarlier(event, by);
    else if (sends(event, sendKey)) {
      event.preventDefault();
      if (!event.repeat) void send(false);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (event.repeat) return;
      if (focusesCard()) return;
      if (escapeStops(activity)) stop();
      else replace('');
    } else if (event.key === '.' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      menuButton.current?.click();
    }
  });
  useEffect(() => {
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, [field]);
  const below = (
    <>
      <Completions textarea={fieldRef} composerText={composerText} edit={editField} onOpen={props.onOpen} />
      {isTooLong && <TooLongNote id={NOTE_ID} excess={excess} />}
      {view?.chat.quotations && <Quotations composerText={composerText} />}
      {props.tray}
      <ComposerRow
        run={run}
        menuButton={menuButton}
        sendKey={sendKey}
        maySend={maySend}
        isSending={isSending || isWaiting}
        onSend={() => void send(false)}
        tools={
          <>
            {chatId !== null && <QuoteButton composerText={composerText} />}
            {props.tools}
          </>
        }
      />
    </>
  );
  return (
    <>
      {createPortal(
        <>
          <TextButton className="quiet skip-link" text="composer.toMenu" onClick={focusMenu} />
          {isAnswer && <AnswerNote id={QUESTION_ID} question={question?.text ?? null} />}
        </>,
        frame.aboveMessage,
      )}
      {createPortal(below, frame.belowMessage)}
    </>
  );
}

/** True for the keys that send. Shift+Enter breaks the line with either setting. */
function sends(event: KeyboardEvent, sendKey: ExtensionValue<'sendKey'> | null): boolean {
  if (event.key !== 'Enter') return false;
  return event.ctrlKey || event.metaKey || (sendKey === 'enter' && !event.shiftKey && !event.altKey);
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** The user's newest messages in the chat, the newest last. Until they are read, after the view, those of the view. */
function useOwnMessages(view: ChatView | null): readonly UserMessage[] {
  const chatId = useLater(view?.chat.id ?? null);
  const newestId = view?.landmarks.user?.id ?? null;
  const read = useReading(
    async ({ chatMessages }) =>
      chatId === null || newestId === null
        ? NO_MESSAGES
        : chatMessages.userMessages(chatId, MAX_OWN_MESSAGES),
    [chatId, newestId],
  );
  // After a change of the chat, `read` has the messages of the previous chat until the query has run.
  const all = read !== undefined && read.at(-1)?.id === newestId ? read : (view?.messages ?? NO_MESSAGES);
  return all.filter((message) => message.role === 'user' && isReplaceable(message));
}

/** Quotes the text that is selected on the page in the message. */
export function QuoteButton({ composerText }: { composerText: ComposerText }) {
  const inChat = useInChat();
  const { isBusy, press } = useSinglePress(() => inChat((chatId) => quoteSelection(composerText, chatId)));
  return (
    <IconButton
      icon={TextQuote}
      className="quote-button"
      labelKey="composer.quote.label"
      title={t('composer.quote.tooltip')}
      aria-disabled={isBusy}
      onClick={press}
    />
  );
}

/**
 * Keeps the message field and the composer's text equal, in both directions, until the returned function is called.
 *
 * An assignment to a field's value ends the composition of an input method and moves the caret. So a text from
 * elsewhere waits for the end of a composition. A text that only adds something at the start, as the stored text does,
 * keeps the caret at its place in the text. A text that only adds something at the end, such as a quotation, can be
 * undone.
 */
export function bindField(field: HTMLTextAreaElement, composerText: ComposerText): () => void {
  /** The field's value when a text arrived that waits for the end of a composition; null if none waits. */
  let base: string | null = null;

  function show(): void {
    const text = composerText.getText();
    const { value } = field;
    if (text === value) return;
    const isAdded = value !== '' && text.startsWith(value);
    if (isComposing(field)) base ??= value;
    else if (isAdded && editField(field, value.length, value.length, text.slice(value.length))) return;
    else write(text, text.endsWith(value) ? text.lastIndexOf(value) : -1);
  }

  /** Sets the field's value, and moves the caret by `by` characters, or to the end of the text if `by` is negative. */
  function write(text: string, by: number): void {
    const { selectionStart, selectionEnd } = field;
    field.value = text;
    if (by >= 0) field.setSelectionRange(selectionStart + by, selectionEnd + by);
  }

  const onInput = () => {
    // The edit command of `show` dispatches this event too; the texts are equal then.
    if (base === null && field.value !== composerText.getText()) composerText.setText(field.value);
  };
  const onCompositionEnd = ({ data }: CompositionEvent) => {
    if (base === null) return;
    const text = composerText.getText();
    const at = text.endsWith(base) ? text.lastIndexOf(base) : text.indexOf(base);
    // If the whole field was replaced meanwhile, the composed text is appended.
    const merged = at < 0 ? text + data : text.slice(0, at) + field.value + text.slice(at + base.length);
    base = null;
    write(merged, at);
    composerText.setText(merged);
  };

  const unsubscribe = composerText.subscribe(show);
  field.addEventListener('input', onInput);
  field.addEventListener('compositionend', onCompositionEnd);
  show();
  return () => {
    unsubscribe();
    field.removeEventListener('input', onInput);
    field.removeEventListener('compositionend', onCompositionEnd);
  };
}

/** Binds the field to the text. Undo in the field doesn't bring back a text of the chat that was open before. */
function useField(field: HTMLTextAreaElement, composerText: ComposerText, chatId: string | null): void {
  useLayoutEffect(() => bindField(field, composerText), [field, composerText]);
  const hadChat = useRef(false);
  useLayoutEffect(() => {
    const isOther = hadChat.current;
    // Between two chats, `chatId` may be null.
    hadChat.current ||= chatId !== null;
    return isOther ? confineUndo(field, composerText) : undefined;
  }, [field, composerText, chatId]);
  useEffect(() => {
    // A user who is already typing keeps the caret; a menu that the user opened meanwhile stays open.
    if (document.activeElement === field) return;
    focusIfLost(field);
    field.selectionStart = field.textLength;
  }, [field]);
}

function useFieldLabels(
  field: HTMLTextAreaElement,
  isAnswer: boolean,
  isTooLong: boolean,
  isAboutSeveral: boolean,
): void {
  const placeholder = isAboutSeveral ? 'composer.field.placeholderSites' : 'composer.field.placeholder';
  const descriptionIds = [...(isAnswer ? [QUESTION_ID] : []), ...(isTooLong ? [NOTE_ID] : [])];
  useLayoutEffect(() => {
    field.setAttribute('aria-label', t('composer.field.label'));
    field.placeholder = t(isAnswer ? 'composer.answer.placeholder' : placeholder);
    setOrRemove(field, 'aria-invalid', isTooLong ? 'true' : null);
    setOrRemove(field, 'aria-describedby', descriptionIds.length === 0 ? null : descriptionIds.join(' '));
  });
}

/**
 * The text that the user wanted to send before a chat was open, and the function that sets it; null if there is none. It is sent once a
 * chat opens, if it is unchanged and the field kept the focus. An Enter from before the panel knew if Enter sends counts, too.
 */
function useWish(
  field: HTMLTextAreaElement,
  composerText: ComposerText,
  sendKey: ExtensionValue<'sendKey'> | null,
  send: () => void,
): [wished: string | null, wish: (text: string) => void] {
  const chatId = useShownChat().view?.chat.id ?? null;
  const [wished, setWished] = useState<string | null>(null);
  useEffect(() => {
    // The user may go on to open another chat, for which the text isn't meant.
    field.onblur = () => setWished(null);
  }, [field]);
  const sendWished = useEffectEvent(() => {
    // With a stored text added, the text is not what the user saw, so it isn't sent. `send` ignores an empty text.
    if (composerText.getText() === wished) send();
    setWished(null);
  });
  useEffect(() => {
    if (chatId !== null && wished !== null) sendWished();
  }, [chatId, wished]);
  useEffect(() => {
    const entered = sendKey === null ? null : takeEntered(field, sendKey);
    if (entered === null) return;
    composerText.setText(entered);
    setWished(entered);
  }, [field, sendKey, composerText]);
  return [wished, setWished];
}

/** Steps through the user's messages of the chat by the arrow keys. `replace` sets the text. */
function useEarlierMessages(field: HTMLTextAreaElement, text: string, replace: (by: string) => void) {
  const messages = useOwnMessages(useShownChat().view);
  const [history] = useState(createMessageHistory);
  return (event: KeyboardEvent, by: -1 | 1) => {
    if (hasModifier(event) || event.shiftKey || !isAtEnd(field)) return;
    const earlier = history.step(text, by, messages);
    if (earlier === null) return;
    event.preventDefault();
    replace(earlier);
    field.selectionStart = field.textLength;
  };
}

/**
 * Moves the focus to the card of a waiting approval request. Returns false if no request waits, or if the last call moved the focus to the
 * same request with the same text.
 */
function useEscapeToCard(text: string): () => boolean {
  const waiting = waitingApproval(useShownChat().view);
  /**
   * The approval request to which Escape last moved the focus, with the text at that time. If Escape is pressed while
   * both are unchanged, it stops the run.
   */
  const escapedTo = useRef('');
  return () => {
    const left = `${waiting} ${text}`;
    if (waiting === null || left === escapedTo.current || !focusApprovalCard()) return false;
    escapedTo.current = left;
    return true;
  };
}
