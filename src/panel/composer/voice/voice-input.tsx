import { Mic, MicOff } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { browser } from 'wxt/browser';
import type { SpeechRecognitionClass } from '@/src/panel/kit/speech-recognition';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import type { ComposerText } from '../composer-text';
import type { editField } from '../edit-field';
import { useDictation } from './use-dictation';
import './voice-input.css';
import { IconButton } from '@/src/panel/kit/icon-button';

interface VoiceInputProps {
  Recognition: SpeechRecognitionClass;
  textarea: RefObject<HTMLTextAreaElement | null>;
  composerText: ComposerText;
  /**
   * Passed in rather than imported: the panel's start contains it, and as a chunk of its own it would make the start
   * larger.
   */
  edit: typeof editField;
  /** Shows a failure to open the page that requests the microphone permission. */
  report(error: unknown): void;
}

/**
 * The microphone of the message field: spoken words are inserted at the caret. Escape and the button stop it. Dictation
 * ends when the text is sent; words that weren't final by then are dropped, because they belong to no other message.
 * The note of a problem stays until it is dismissed, the next message is sent or dictation starts.
 */
export function VoiceInput({ Recognition, textarea, composerText, edit, report }: VoiceInputProps) {
  const dictation = useDictation(Recognition, (words) => {
    const field = textarea.current;
    if (field === null) return;
    const { selectionStart: start, selectionEnd: end } = field;
    const { inserted } = insertWords(composerText.getText(), { start, end }, words);
    if (edit(field, start, end, inserted)) return;
    // The user could not undo this, so the words are added after the selection instead of replacing it.
    const { text, caret } = insertWords(composerText.getText(), { start: end, end }, words);
    flushSync(() => composerText.setText(text));
    field.setSelectionRange(caret, caret);
  });
  const { isListening, interim, problem, start, stop, discard, dismiss } = dictation;
  const isSending = useSyncExternalStore(composerText.subscribe, composerText.isSending);

  useEffect(() => {
    if (!isListening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // Handled before the field, where Escape has another meaning.
      event.preventDefault();
      event.stopImmediatePropagation();
      stop();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  });

  const onTaken = useEffectEvent(discard);
  useEffect(
    () => (isListening ? watchTaken(composerText, () => onTaken()) : undefined),
    [composerText, isListening],
  );

  const onSending = useEffectEvent(dismiss);
  useEffect(() => {
    if (isSending) onSending();
  }, [isSending]);

  const toggle = () => {
    if (isListening) stop();
    else start().catch(report);
    textarea.current?.focus();
  };
  const openPermission = () => {
    browser.tabs.create({ url: browser.runtime.getURL('/voice.html') }).catch(report);
  };
  const closeNote = () => {
    dismiss();
    textarea.current?.focus();
  };
  return (
    <>
      <IconButton
        className="voice-button"
        icon={isListening ? MicOff : Mic}
        labelKey={isListening ? 'composer.voice.stop' : 'composer.voice.start'}
        title={t(isListening ? 'composer.voice.stopTooltip' : 'composer.voice.startTooltip')}
        aria-pressed={isListening}
        onClick={toggle}
      />
      {isListening && (
        <p className="meta voice-note">
          <span role="status">{t('composer.voice.listening')}</span> {interim}
        </p>
      )}
      {problem !== null && (
        <p className="composer-note voice-note" role="alert">
          {problem.text}{' '}
          {problem.canAllow && <TextButton text="composer.voice.allow" onClick={openPermission} />}{' '}
          <TextButton text="errors.banner.dismiss" onClick={closeNote} />
        </p>
      )}
    </>
  );
}

/**
 * Calls `onTaken` when the text was sent or used as a command, until the returned function is called. A user who
 * deletes the text goes on speaking, so a text that input empties doesn't count.
 */
function watchTaken(composerText: ComposerText, onTaken: () => void): () => void {
  let isInput = false;
  const begin = () => {
    isInput = true;
  };
  const end = () => {
    isInput = false;
  };
  const unsubscribe = composerText.subscribe(() => {
    if (!isInput && composerText.getText() === '') onTaken();
  });
  // Around the field's own listener, which passes the input to the text.
  window.addEventListener('input', begin, true);
  window.addEventListener('input', end);
  return () => {
    unsubscribe();
    window.removeEventListener('input', begin, true);
    window.removeEventListener('input', end);
  };
}

/**
 * Replaces the selection of a text with words, set apart from the text before and after them. `caret`: the position
 * after the words; `inserted`: the replacement of the selection.
 */
export function insertWords(
  text: string,
  selection: { start: number; end: number },
  words: string,
): { text: string; caret: number; inserted: string } {
  const before = text.slice(0, selection.start);
  const after = text.slice(selection.end);
  const spoken = words.trim();
  const isApart = before === '' || /\s$/.test(before);
  const inserted = `${isApart ? '' : ' '}${spoken}${/^[\p{L}\p{N}_]/u.test(after) ? ' ' : ''}`;
  return { text: before + inserted + after, caret: before.length + inserted.length, inserted };
}
