import { AtSign } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { partMatcher } from '@/src/core/context/part-matcher';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { MAX_NAME_SEARCH_LENGTH } from '@/src/schema/values/limits';
import { t, wordsOf } from '@/src/texts/i18n';
import type { ComposerText } from '../composer-text';
import type { editField } from '../edit-field';
import { setOrRemove } from '../set-or-remove';
import type { Choice, Choices } from './choice';
import { ChoiceList } from './choice-list';
import { useCommandChoices } from './use-command-choices';

/** Each search reads the page, so keys that follow each other quickly are searched once. */
const SEARCH_DELAY_MS = 80;

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
    const listening = new AbortController();
    const { signal } = listening;
    // In the capture phase, so that it runs before the field's own listeners.
    field.addEventListener('keydown', (event) => handleKey(event), { signal, capture: true });
    field.addEventListener('input', () => readToken(true), { signal });
    field.addEventListener('keyup', () => readToken(false), { signal });
    field.addEventListener('click', () => readToken(false), { signal });
    field.addEventListener('blur', () => setToken(null), { signal });
    return () => listening.abort();
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
  const counted = t('composer.choices.count', { count });
  return note === null ? counted : `${counted} ${note}`;
}

const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The choice that Enter would make: the marked one, or the first that is possible; null if none is. */
export function markedChoice(choices: readonly Choice[], markedId: string | null): Choice | null {
  const possible = choices.filter(({ isEnabled }) => isEnabled);
  return possible.find(({ id }) => id === markedId) ?? possible[0] ?? null;
}

/** The possible choice after (1) or before (-1) the marked one; the last is followed by the first. */
export function nextChoice(choices: readonly Choice[], marked: Choice | null, by: -1 | 1): Choice | null {
  const possible = choices.filter(({ isEnabled }) => isEnabled);
  if (marked === null) return null;
  return possible.at((possible.indexOf(marked) + by) % possible.length) ?? null;
}

/** The text that a list completes: a command after a slash, or the name of a part of the page after an at sign. */
interface TypedToken {
  kind: 'command' | 'part';
  /** Index of its slash or at sign. */
  start: number;
  /** The text after it, up to the caret. */
  query: string;
}

/** The token at the caret; null if there is none. A command begins the text and is all of it. */
export function typedToken(text: string, caret: number): TypedToken | null {
  if (text.startsWith('/') && !text.includes('\n'))
    return { kind: 'command', start: 0, query: text.slice(1) };
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  const query = before.slice(start + 1);
  // An at sign before white space stands for itself.
  if (start === -1 || /\n|^\s/.test(query)) return null;
  // An address such as ada@example.com names no part.
  if (/[\p{L}\p{N}_.+-]$/u.test(before.slice(0, start))) return null;
  return { kind: 'part', start, query };
}

/** True if the token's slash or at sign was typed just now: only then its list opens. */
export function isBegun({ query }: TypedToken): boolean {
  return query === '';
}

/**
 * The parts of the page that match what is typed after an at sign; null for no query, and if none match. `insert` puts the
 * mention of a part in the place of what is typed.
 */
function usePartChoices(query: string | null, insert: (mention: string) => void): Choices | null {
  const { chatId, page } = useShownChat();
  const typed = query?.slice(0, MAX_NAME_SEARCH_LENGTH) ?? null;
  const isAsked = chatId !== null && typed !== null && page?.state === 'connected';
  const subject = isAsked ? JSON.stringify([chatId, typed]) : null;
  const { response } = useDebouncedRequest(subject, SEARCH_DELAY_MS, () =>
    sendCommand({ type: 'find-page-parts', chatId: chatId ?? '', typed: typed ?? '' }),
  );
  // While the next search is under way, what still matches of this chat's last one is shown: Enter must not choose anything else.
  if (response === null || !isAsked || JSON.parse(response.subject)[0] !== chatId) return null;
  const label = t('composer.parts.label');
  if (!response.ok) return { label, choices: [], note: wordsOf(response.error.message) };
  const { parts: found, total } = response.output;
  const parts = found.filter(partMatcher(typed, wordsOf));
  if (parts.length === 0) return null;
  return {
    label,
    choices: parts.map(({ kind, name, note, mention }) => ({
      id: `${kind} ${name}`,
      words: name,
      note: note === undefined ? kind : `${kind} · ${wordsOf(note)}`,
      icon: AtSign,
      isEnabled: true,
      onChoose: () => insert(`${mention} `),
    })),
    note: total > found.length ? t('composer.parts.more', { count: total - found.length }) : null,
  };
}
