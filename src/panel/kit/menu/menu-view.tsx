import * as Menu from '@radix-ui/react-dropdown-menu';
import { Ellipsis } from 'lucide-react';
import { Fragment, useCallback, useLayoutEffect, useRef } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import { t } from '@/src/texts/i18n';
import type { MenuButtonProps, MenuEntry, OpenedBy } from './menu-entry';

/** Distance of the menu from the panel's edge, in pixels. */
const EDGE_PX = 8;

/** A menu that opens when it is first rendered. A chosen entry's action runs once the focus is back on the menu's button. */
export function MenuView({ label, groups, openedBy }: MenuButtonProps & { openedBy: OpenedBy }) {
  const isFirstOpening = useRef(true);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuEntry | null>(null);
  // This button replaces the pressed one, which had the focus. Without this, the message field would take the lost focus, and the menu
  // closes once the focus is outside of it.
  useLayoutEffect(() => button.current?.focus(), []);
  /**
   * Runs the chosen entry's action when the library is about to restore the focus. The button is focused first: a sheet that opens stores
   * which element has the focus, and an action may move it.
   */
  const callChosen = (event: Event) => {
    const entry = chosen.current;
    if (entry === null) return;
    chosen.current = null;
    event.preventDefault();
    button.current?.focus();
    entry.onChoose();
  };
  /**
   * Focuses the first entry when keys open the menu for the first time. Later the library does that by itself; at the first opening it
   * wasn't loaded yet, so it doesn't know that a key was used.
   */
  const focusFirst = useCallback(
    (content: HTMLDivElement | null) => {
      if (content === null || !isFirstOpening.current) return;
      isFirstOpening.current = false;
      if (openedBy === 'keys') {
        // In the next frame, after the library has focused the menu.
        requestAnimationFrame(() => content.querySelector<HTMLElement>('[role="menuitem"]')?.focus());
      }
    },
    [openedBy],
  );
  return (
    // The library's default direction is left to right.
    <Menu.Root defaultOpen modal={false} dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <Menu.Trigger
        asChild
        // The library opens the menu at `pointerdown`. In Firefox, the `mousedown` that follows focuses the button, although the library
        // has prevented the default. The focus would leave the menu, and so close it at once.
        onMouseDown={(event) => event.currentTarget.ariaExpanded === 'true' && event.preventDefault()}
      >
        <IconButton ref={button} icon={Ellipsis} label={label} />
      </Menu.Trigger>
      <Menu.Content
        ref={focusFirst}
        className="menu"
        align="end"
        collisionPadding={EDGE_PX}
        loop
        onCloseAutoFocus={callChosen}
      >
        {groups.map((entries, index) => (
          <Fragment key={entries[0]?.words}>
            {index > 0 && <Menu.Separator className="menu-line" />}
            {entries.map((entry) => (
              <MenuRow
                key={entry.words}
                entry={entry}
                onChoose={() => {
                  chosen.current = entry;
                }}
              />
            ))}
          </Fragment>
        ))}
      </Menu.Content>
    </Menu.Root>
  );
}

function MenuRow({ entry, onChoose }: { entry: MenuEntry; onChoose(): void }) {
  const { icon: Icon, keys, opensSheet, isEnabled } = entry;
  const words = t(entry.words);
  return (
    <Menu.Item
      className="menu-entry"
      disabled={!isEnabled}
      aria-haspopup={opensSheet ? 'dialog' : undefined}
      textValue={words}
      // The keys aren't part of the accessible name.
      aria-label={keys === undefined ? undefined : words}
      onSelect={onChoose}
    >
      <Icon className="icon" />
      <span className="menu-words">{words}</span>
      {keys !== undefined && <kbd>{keys}</kbd>}
    </Menu.Item>
  );
}
