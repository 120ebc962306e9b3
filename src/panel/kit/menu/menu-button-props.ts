import type { ReactNode } from 'react';
import type { MenuGroup } from './menu-entry';

/** The button of a menu and its entries. */
export interface MenuButtonProps {
  /** Accessible name and tooltip of the button, e.g. "Menu". */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  groups: readonly MenuGroup[];
}

/** The way in which a menu was opened: keys go on to its first entry. */
export type OpenedBy = 'keys' | 'pointer';
