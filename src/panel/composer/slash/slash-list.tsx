import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { MenuEntry } from '@/src/panel/kit/menu/menu-entry';
import { i18n } from '@/src/texts/i18n';
import '@/src/panel/kit/menu/menu.css';
import './slash-list.css';

interface SlashListProps {
  id: string;
  /** At least one. */
  entries: readonly MenuEntry[];
  /** The entry that Enter chooses; null if none can be chosen. */
  marked: MenuEntry | null;
  optionId(entry: MenuEntry): string;
  /** The field above which the list is placed. */
  textarea: RefObject<HTMLTextAreaElement | null>;
  onChoose(entry: MenuEntry): void;
}

/** Distance of the list from the field, in CSS pixels. */
const GAP_PX = 4;

/** List of the commands that match. The focus stays in the field. */
export function SlashList({ id, entries, marked, optionId, textarea, onChoose }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const top = textarea.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      list.current?.style.setProperty('--list-bottom', `${window.innerHeight - top + GAP_PX}px`);
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [textarea]);
  const markedId = marked === null ? null : optionId(marked);
  useEffect(() => {
    if (markedId !== null) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={i18n.t('composer.commands.label')}
      className="menu slash-list"
    >
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={entry.id}
          id={optionId(entry)}
          role="option"
          aria-selected={entry === marked}
          aria-disabled={!entry.isEnabled || undefined}
          className="menu-entry slash-option"
          data-highlighted={entry === marked || undefined}
          data-disabled={!entry.isEnabled || undefined}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(entry)}
        >
          <entry.icon className="icon" aria-hidden="true" />
          <span className="menu-words">
            {entry.words}
            {entry.note !== undefined && <span className="meta">{entry.note}</span>}
          </span>
          {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
        </div>
      ))}
    </div>
  );
}
