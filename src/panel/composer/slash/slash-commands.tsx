import { type RefObject, useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import type { MenuEntry, MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import type { ComposerText } from '../composer-text';
import { setOrRemove } from '../set-or-remove';
import { markedEntry, nextChoice } from './next-choice';
import { SlashList } from './slash-list';
import { slashMatches, slashQuery } from './slash-matches';

interface SlashCommandsProps {
  /** Keeps the focus while the list is open. */
  textarea: RefObject<HTMLTextAreaElement | null>;
  composerText: ComposerText;
  groups: readonly MenuGroup[];
}

/**
 * The menu's entries as slash commands: a slash typed into the empty field opens the list, and the text after it
 * filters the list. The list's keys are handled before the field's own: they choose or close, and neither send nor stop
 * anything. A text that matches no entry is an ordinary message, and the list disappears.
 */
export function SlashCommands({ textarea, composerText, groups }: SlashCommandsProps) {
  const listId = useId();
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  const [isOpen, setIsOpen] = useState(false);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const query = isOpen ? slashQuery(text) : null;
  const entries = query === null ? [] : slashMatches(groups, query);
  const isShown = entries.length > 0;
  const marked = markedEntry(entries, markedId);
  const optionId = ({ id }: MenuEntry) => `${listId}-${id}`;

  useEffect(
    () =>
      composerText.subscribe(() => {
        if (slashQuery(composerText.getText()) === null) setIsOpen(false);
        setMarkedId(null);
      }),
    [composerText],
  );

  const choose = (entry: MenuEntry) => {
    if (!entry.isEnabled) return;
    setIsOpen(false);
    // Cleared before the command runs: a new chat keeps the composer's text.
    composerText.setText('');
    entry.onChoose();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShown || event.isComposing || event.altKey) return;
    // Other shortcuts pass. Ctrl or Cmd with Enter must not: it would send the command as a message.
    if ((event.ctrlKey || event.metaKey) && event.key !== 'Enter') return;
    const by = ARROWS[event.key];
    if (by !== undefined) setMarkedId(nextChoice(entries, marked, by)?.id ?? null);
    else if (event.key === 'Escape') setIsOpen(false);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      if (marked === null && event.key === 'Tab') return;
      if (marked !== null && !event.repeat) choose(marked);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  useEffect(() => {
    const field = textarea.current;
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    const close = () => setIsOpen(false);
    // Only after input: a stored text that starts with a slash opens no list.
    const onInput = () => {
      if (field?.value === '/') setIsOpen(true);
    };
    // In the capture phase, so that it runs before the field's own listeners.
    field?.addEventListener('keydown', onKeyDown, true);
    field?.addEventListener('input', onInput);
    field?.addEventListener('blur', close);
    return () => {
      field?.removeEventListener('keydown', onKeyDown, true);
      field?.removeEventListener('input', onInput);
      field?.removeEventListener('blur', close);
    };
  }, [textarea]);

  // An effect sets the attributes, because React doesn't render the field: it is in the static HTML. A textarea must keep
  // its own ARIA role, which does not support `aria-expanded`.
  const activeId = isShown && marked !== null ? optionId(marked) : null;
  useEffect(() => {
    const field = textarea.current;
    if (field === null) return;
    setOrRemove(field, 'aria-autocomplete', isShown ? 'list' : null);
    setOrRemove(field, 'aria-controls', isShown ? listId : null);
    setOrRemove(field, 'aria-activedescendant', activeId);
  }, [textarea, isShown, listId, activeId]);

  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {isShown ? i18n.t('composer.commands.count', entries.length, [formatNumber(entries.length)]) : ''}
      </span>
      {isShown && (
        <SlashList
          id={listId}
          entries={entries}
          marked={marked}
          optionId={optionId}
          textarea={textarea}
          onChoose={choose}
        />
      )}
    </>
  );
}

const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };
