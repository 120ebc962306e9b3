import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { i18n } from '@/src/texts/i18n';
import type { ComposerText } from '../composer-text';
import type { editField } from '../edit-field';
import { setOrRemove } from '../set-or-remove';
import type { Choice } from './choice';
import { ChoiceList } from './choice-list';
import { markedChoice, nextChoice } from './next-choice';
import { isBegun, type TypedToken, typedToken } from './typed-token';
import { useCommandChoices } from './use-command-choices';
import { usePartChoices } from './use-part-choices';

interface CompletionsProps {
  /** Keeps the focus while a list is open. */
  textarea: RefObject<HTMLTextAreaElement>;
  composerText: ComposerText;
  /**
   * Passed in rather than imported: the panel's start contains it, and as a chunk of its own it would make the start
   * larger.
   */
  edit: typeof editField;
  /** Shows what the undo of the last changes would do. */
  onOpen(sheet: 'undo'): void;
}

/**
 * The lists that complete what is typed: a slash in the empty field lists saved prompts and commands, an at sign the parts of
 * the page; what follows filters the list. The list's keys are handled before the field's own: they choose or close, and
 * neither send nor stop anything. A text that fits no entry is an ordinary message, and the list disappears.
 */
export function Completions({ textarea, composerText, edit: editText, onOpen }: CompletionsProps) {
  const listId = useId();
  /** The token whose list is open; null while none is. */
  const [token, setToken] = useState<TypedToken | null>(null);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const [edited, setEdited] = useState<SavedPrompt | null>(null);
  const replace = (start: number, end: number, text: string) => {
    const field = textarea.current;
    const { value } = field;
    if (!editText(field, start, end, text))
      composerText.setText(value.slice(0, start) + text + value.slice(end));
  };
  const commands = useCommandChoices(token?.kind === 'command' ? token.query : null, {
    replaceText: (text) => replace(0, textarea.current.value.length, text),
    clear: () => composerText.setText(''),
    onUndo: () => onOpen('undo'),
    onEdit: setEdited,
  });
  const parts = usePartChoices(token?.kind === 'part' ? token.query : null, (text) => {
    if (token !== null) replace(token.start, textarea.current.selectionStart, text);
  });
  const shown = commands ?? parts;
  const choices = shown?.choices ?? [];
  const marked = markedChoice(choices, markedId);
  // By position: an id of the document has no spaces, and names of choices may.
  const optionId = (choice: Choice) => `${listId}-${choices.indexOf(choice)}`;
  const close = () => setToken(null);

  const choose = (choice: Choice) => {
    if (!choice.isEnabled) return;
    choice.onChoose();
    // Afterwards: the inserted text continues the token.
    close();
  };
  const edit = ({ onEdit }: Choice) => {
    if (onEdit === undefined) return;
    close();
    onEdit();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (shown === null || event.isComposing || event.altKey) return;
    // Other shortcuts pass. Ctrl or Cmd with Enter must not: it would send the command as a message.
    if ((event.ctrlKey || event.metaKey) && event.key !== 'Enter') return;
    const by = ARROWS[event.key];
    if (by !== undefined) setMarkedId(nextChoice(choices, marked, by)?.id ?? null);
    else if (event.key === 'Escape') close();
    else if (event.key === 'F2' && marked !== null) edit(marked);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      if (marked === null && (event.key === 'Tab' || choices.length === 0)) return;
      if (marked !== null && !event.repeat) choose(marked);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  const readToken = useEffectEvent((isTyped: boolean) => {
    const next = typedToken(composerText.getText(), textarea.current.selectionStart);
    const isSame = next !== null && token?.kind === next.kind && token.start === next.start;
    if (isTyped) setMarkedId(null);
    // Only after input: a stored text that starts with a slash opens no list.
    if (isSame || (isTyped && next !== null && isBegun(next))) setToken(next);
    else close();
  });

  useEffect(() => composerText.subscribe(() => readToken(false)), [composerText]);
  useEffect(() => {
    const field = textarea.current;
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    const onInput = () => readToken(true);
    const onMove = () => readToken(false);
    const onBlur = () => setToken(null);
    // In the capture phase, so that it runs before the field's own listeners.
    field.addEventListener('keydown', onKeyDown, true);
    field.addEventListener('input', onInput);
    field.addEventListener('keyup', onMove);
    field.addEventListener('click', onMove);
    field.addEventListener('blur', onBlur);
    return () => {
      field.removeEventListener('keydown', onKeyDown, true);
      field.removeEventListener('input', onInput);
      field.removeEventListener('keyup', onMove);
      field.removeEventListener('click', onMove);
      field.removeEventListener('blur', onBlur);
    };
  }, [textarea]);

  // An effect sets the attributes, because React doesn't render the field: it is in the static HTML. A textarea must keep
  // its own ARIA role, which does not support `aria-expanded`.
  const isShown = shown !== null;
  const activeId = marked === null ? null : optionId(marked);
  useEffect(() => {
    const field = textarea.current;
    setOrRemove(field, 'aria-autocomplete', isShown ? 'list' : null);
    setOrRemove(field, 'aria-controls', isShown ? listId : null);
    setOrRemove(field, 'aria-activedescendant', activeId);
  }, [textarea, isShown, listId, activeId]);

  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {shown !== null && announcement(choices.length, shown.note)}
      </span>
      {shown !== null && (
        <ChoiceList
          id={listId}
          shown={shown}
          marked={marked}
          optionId={optionId}
          textarea={textarea}
          onChoose={choose}
          onEdit={edit}
        />
      )}
      {edited !== null && (
        <PromptSheet
          prompt={edited}
          onClose={() => {
            setEdited(null);
            textarea.current.focus();
          }}
        />
      )}
    </>
  );
}

function announcement(count: number, note: string | null): string {
  const counted = i18n.t('composer.choices.count', count, [formatNumber(count)]);
  return note === null ? counted : `${counted} ${note}`;
}

const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
