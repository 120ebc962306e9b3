import type { ReactNode } from 'react';
import type { MenuGroup } from './menu-entry';

export interface MenuButtonProps {
  /** Accessible name and tooltip of the button, e.g. "Menu". */
  label: string;
  children: ReactNode;
  groups: readonly MenuGroup[];
}

/** Input that opened a menu. After keys, the first entry gets the focus. */
export type OpenedBy = 'keys' | 'pointer';
