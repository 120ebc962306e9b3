import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '@/src/schema/values/said';

export interface MenuEntry {
  /** Name of the entry's action, e.g. "New chat". Unique in its menu. */
  words: TextKey;
  icon: LucideIcon;
  /** Keys that do the same, e.g. "Esc"; missing if there are none. */
  keys?: string;
  /** True if the entry opens a sheet. */
  opensSheet: boolean;
  /** False if the entry can't be chosen now; it is then shown dimmed. */
  isEnabled: boolean;
  onChoose(): void;
}

/** Entries that belong together; a line separates them from other groups. */
export type MenuGroup = readonly MenuEntry[];

export interface MenuButtonProps {
  /** Accessible name and tooltip of the button, e.g. "Menu". */
  label: string;
  groups: readonly MenuGroup[];
}

/** The kind of input that opened a menu. After `keys`, the first entry gets the focus. */
export type OpenedBy = 'keys' | 'pointer';
