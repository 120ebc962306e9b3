import { Pencil } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { t } from '@/src/texts/i18n';
import type { Choice, Choices } from './choice';
import '@/src/panel/kit/menu/menu.css';
import './choice-list.css';

interface ChoiceListProps {
  id: string;
  shown: Choices;
  /** The choice that Enter makes; null if none is possible. */
  marked: Choice | null;
  optionId(choice: Choice): string;
  /** The field above which the list is placed. */
  textarea: RefObject<HTMLTextAreaElement>;
  onChoose(choice: Choice): void;
  onEdit(choice: Choice): void;
}

/** Distance of the list from the field, in CSS pixels. */
const GAP_PX = 4;

/** List of the choices that match. The focus stays in the field. */
export function ChoiceList({ id, shown, marked, optionId, textarea, onChoose, onEdit }: ChoiceListProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { top } = textarea.current.getBoundingClientRect();
      box.current?.style.setProperty('--list-bottom', `${window.innerHeight - top + GAP_PX}px`);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the note must not take the focus from the field
    <div ref={box} className="menu choice-list" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={shown.label}>
        {shown.choices.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={choice.id}
            id={optionId(choice)}
            role="option"
            aria-selected={choice === marked}
            aria-disabled={!choice.isEnabled || undefined}
            className="menu-entry choice-option"
            data-highlighted={choice === marked || undefined}
            data-disabled={!choice.isEnabled || undefined}
            onClick={() => onChoose(choice)}
          >
            <choice.icon className="icon" aria-hidden="true" />
            <span className="menu-words">
              <ForeignText text={choice.words} />
              {choice.note !== undefined && (
                <span className="meta choice-note">
                  <ForeignText text={choice.note} />
                </span>
              )}
            </span>
            {choice.onEdit !== undefined && (
              // No button, since an option can contain no control: the key F2 does the same, as the note below says.
              <span
                className="choice-edit"
                aria-hidden="true"
                title={t('common.edit')}
                onClick={(event) => {
                  event.stopPropagation();
                  onEdit(choice);
                }}
              >
                <Pencil className="icon" />
              </span>
            )}
          </div>
        ))}
      </div>
      {shown.note !== null && <p className="meta choice-list-note">{shown.note}</p>}
    </div>
  );
}
