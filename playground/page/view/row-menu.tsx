import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** Content of a row's menu. */
interface RowMenuContent {
  heading: string;
  items: readonly { label: string; run: () => void; isDisabled?: boolean }[];
}

const ROOM_PX = 8;

/**
 * A context menu for all rows of an element, opened by mouse, touch, the menu key or Shift+F10. Returns its event
 * handler, and the menu while it is open. `contentOf` returns null if the row's model or rule no longer exists.
 */
export function useRowMenu(contentOf: (row: HTMLElement) => RowMenuContent | null): {
  onContextMenu: (event: MouseEvent) => void;
  menu: ReactNode;
} {
  const [open, setOpen] = useState<(RowMenuContent & { x: number; y: number }) | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element;
    // The menu key targets the focused list, which references its active row.
    const activeId = target.getAttribute('aria-activedescendant');
    const row =
      activeId === null
        ? target.closest<HTMLElement>('[data-model], [data-rule]')
        : document.getElementById(activeId);
    const content = row && contentOf(row);
    // Outside of rows the browser shows its own menu.
    if (!content) return;
    event.preventDefault();
    const { left, bottom } = row.getBoundingClientRect();
    const [x, y] = activeId === null ? [event.clientX, event.clientY] : [left, bottom];
    setOpen({ ...content, x, y });
  };
  return { onContextMenu, menu: open && <Menu {...open} onClose={() => setOpen(null)} /> };
}

function Menu(props: RowMenuContent & { x: number; y: number; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    opener.current ??= document.activeElement;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(ROOM_PX, Math.min(props.x, window.innerWidth - width - ROOM_PX))}px`;
    element.style.top = `${Math.max(ROOM_PX, Math.min(props.y, window.innerHeight - height - ROOM_PX))}px`;
    element.querySelector('button')?.focus();
  }, [props.x, props.y]);
  const close = () => {
    props.onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const next = moves[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (next === undefined) return;
    else buttons.at(next % buttons.length)?.focus();
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      className="menu"
      role="menu"
      aria-label={props.heading}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && props.onClose()}
    >
      <p className="menu-heading mono" aria-hidden>
        {props.heading}
      </p>
      {props.items.map(({ label, run, isDisabled = false }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          className="quiet"
          aria-disabled={isDisabled}
          onClick={() => {
            if (isDisabled) return;
            close();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
