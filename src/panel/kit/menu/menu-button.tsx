import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lazy/lazy-part';
import type { MenuButtonProps, OpenedBy } from './menu-entry';
import './menu.css';
import { IconButton } from '@/src/panel/kit/icon-button';

const MenuView = lazyComponent<MenuButtonProps & { openedBy: OpenedBy }>(
  async () => (await import('./menu-view')).MenuView,
);

const preloadMenu = MenuView.load;

/** A button that opens a menu. The code of the menu is loaded at the latest when it is first opened. */
export function MenuButton(props: MenuButtonProps) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  if (openedBy !== null) return <MenuView {...props} openedBy={openedBy} />;
  return (
    <IconButton
      icon={Ellipsis}
      label={props.label}
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      // A click by a key has a detail of 0.
      onClick={({ detail }) => void preloadMenu().then(() => setOpenedBy(detail === 0 ? 'keys' : 'pointer'))}
    />
  );
}
