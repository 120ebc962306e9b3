import { ContextMenu } from 'radix-ui';
import {
  type PointerEvent,
  type ReactElement,
  type MouseEvent as ReactMouseEvent,
  useRef,
  useState,
} from 'react';
import { rowAt } from '../row-at';

/** An entry of a row's menu. */
interface RowMenuItem {
  label: string;
  run: () => void;
  isDisabled?: boolean;
  /** True if `run` moves the focus; otherwise the focus is restored. */
  movesFocus?: boolean;
}

/** The menu of a row: a heading, and groups of entries. */
export interface RowMenuContent {
  heading: string;
  groups: readonly (readonly RowMenuItem[])[];
}

interface RowMenuProps {
  /** Called when the menu opens; null if the row's model or rule no longer exists. */
  contentOf: (row: HTMLElement) => RowMenuContent | null;
  /** The common ancestor of the rows. */
  children: ReactElement;
}

/** One context menu for all rows of an element, opened by mouse, touch, the menu key or Shift+F10. */
export function RowMenu({ contentOf, children }: RowMenuProps) {
  const [content, setContent] = useState<RowMenuContent | null>(null);
  const afterClose = useRef<(() => void) | null>(null);

  const onContextMenu = (event: ReactMouseEvent) => {
    const target = event.target as Element;
    const row = rowAt(target);
    if (row?.contains(target)) {
      setContent(contentOf(row));
      return;
    }
    // Outside of the rows the browser shows its own menu.
    event.stopPropagation();
    if (!row) return;
    event.preventDefault();
    openAt(row);
  };
  const onPointerDown = (event: PointerEvent) => {
    const row = rowAt(event.target as Element);
    setContent(row && contentOf(row));
  };
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenuCapture={onContextMenu} onPointerDownCapture={onPointerDown}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        {content && (
          <ContextMenu.Content
            className="menu"
            aria-label={content.heading}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              const run = afterClose.current;
              afterClose.current = null;
              if (!run) return;
              event.preventDefault();
              run();
            }}
          >
            <MenuEntries
              content={content}
              onSelect={(item) => {
                if (item.movesFocus) afterClose.current = item.run;
                else item.run();
              }}
            />
          </ContextMenu.Content>
        )}
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function MenuEntries(props: { content: RowMenuContent; onSelect: (item: RowMenuItem) => void }) {
  const { heading, groups } = props.content;
  return (
    <>
      <ContextMenu.Label className="menu-heading mono">{heading}</ContextMenu.Label>
      {groups.map((group) => (
        <ContextMenu.Group key={group[0]?.label} className="menu-group">
          {group.map((item) => (
            <ContextMenu.Item
              key={item.label}
              className="menu-item"
              disabled={item.isDisabled === true}
              onSelect={() => props.onSelect(item)}
            >
              {item.label}
            </ContextMenu.Item>
          ))}
        </ContextMenu.Group>
      ))}
    </>
  );
}

/** The menu key targets the focused list; this opens the menu at its active row. */
function openAt(row: HTMLElement): void {
  const { left, bottom } = row.getBoundingClientRect();
  row.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      composed: true,
      clientX: left + 24,
      clientY: bottom,
    }),
  );
}
