import * as Menu from '@radix-ui/react-dropdown-menu';
import { Ellipsis } from 'lucide-react';
import { Fragment, useCallback, useLayoutEffect, useRef } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import { t } from '@/src/texts/i18n';
import type { MenuButtonProps, MenuEntry, OpenedBy } from './menu-entry';

/** Distance of the menu from the panel's edge, in pixels. */
const EDGE_PX = 8;

/**
 * A menu that opens when it is first rendered. A chosen entry is called after the focus is back on the menu's button.
 */
export function MenuView({ label, groups, openedBy }: MenuButtonProps & { openedBy: OpenedBy }) {
  const isFirstOpening = useRef(true);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuEntry | null>(null);
  // This button replaces the pressed one, which had the focus. Otherwise the message field would take the lost focus, and the menu
  // closes when the focus leaves it.
  useLayoutEffect(() => button.current?.focus(), []);
  /**
   * Calls the chosen entry when the library is about to restore the focus: a sheet stores which element was focused
   * when it opened, and an entry may move the focus.
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
   * Focuses the first entry at the first opening by keys. From the second opening on the library does so; before it was
   * loaded, it saw no key.
   */
  const focusFirst = useCallback(
    (content: HTMLDivElement | null) => {
      if (content === null || !isFirstOpening.current) return;
      isFirstOpening.current = false;
      if (openedBy === 'keys') {
        // After the library has focused the menu.
        requestAnimationFrame(() => content.querySelector<HTMLElement>('[role="menuitem"]')?.focus());
      }
    },
    [openedBy],
  );
  return (
    // Without a direction, the library sets that of English.
    <Menu.Root defaultOpen modal={false} dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <Menu.Trigger
        asChild
        // The library opens the menu at `pointerdown` and prevents its default. In Firefox the button takes the focus at `mousedown` all
        // the same, and the menu, which closes when the focus leaves it, would be closed at once.
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
