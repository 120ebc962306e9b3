import { ChevronUp } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import { isMac, menuShortcut } from '@/src/panel/kit/is-mac';
import { t } from '@/src/texts/i18n';
import type { RunMenuAction } from './run-actions';
import './run-menu.css';

interface RunMenuProps {
  /** At least one. */
  actions: readonly RunMenuAction[];
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  onChoose(action: RunMenuAction): void;
}

/** Distance of the menu from its button, in CSS pixels. */
const GAP_PX = 4;

/**
 * The ways to hold or end a run, in a menu above its button. The browser closes it on Escape or a click elsewhere, and
 * then restores the focus.
 */
export function RunMenu({ actions, button, onChoose }: RunMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  // The button and the menu are removed when the run is over.
  useFocusAfterwards(button, focusAfter);
  useFocusAfterwards(menu, focusAfter);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // The menu opened, or the entry that had the focus was removed.
    if (isOpen && !menu.current?.contains(document.activeElement)) items()[0]?.focus();
  });

  const place = ({ newState }: ToggleEvent) => {
    const top = button.current?.getBoundingClientRect().top;
    if (newState !== 'open' || top === undefined) return;
    menu.current?.style.setProperty('--menu-bottom', `${window.innerHeight - top + GAP_PX}px`);
  };
  const choose = (action: RunMenuAction) => {
    // Closed first, so that the browser restores the focus before the entries change.
    menu.current?.hidePopover();
    onChoose(action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item.matches(':focus'));
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      all.at(target % all.length)?.focus();
      return;
    }
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const action = actions.find(({ key }) => key === event.key.toUpperCase());
    if (action === undefined) return;
    event.preventDefault();
    choose(action);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button run-menu-button"
        aria-label={t('composer.run.menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-keyshortcuts={isMac() ? 'Meta+.' : 'Control+.'}
        title={t('composer.run.menuTooltip', { shortcut: menuShortcut() })}
        popoverTarget={id}
      >
        <ChevronUp className="icon" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={t('composer.run.menu')}
        className="run-menu"
        tabIndex={-1}
        onBeforeToggle={place}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onKeyDown={onKeyDown}
      >
        {actions.map((action) => (
          <RunMenuItem key={action.place} action={action} onChoose={() => choose(action)} />
        ))}
      </div>
    </>
  );
}

function RunMenuItem({ action: { action, key }, onChoose }: { action: RunMenuAction; onChoose(): void }) {
  const id = useId();
  const label = t(`composer.run.${action}`);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="run-menu-item"
      aria-label={label}
      aria-describedby={id}
      aria-keyshortcuts={key}
      onClick={onChoose}
    >
      <span className="choice-text">
        <span>{label}</span>
        <span id={id} className="secondary">
          {t(`composer.run.effect.${action}`)}
        </span>
      </span>
      <kbd>{key}</kbd>
    </button>
  );
}
