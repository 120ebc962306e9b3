import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '@/src/schema/values/said';

export interface MenuEntry {
  /** Name of its action, e.g. "New chat". Unique in its menu. */
  words: TextKey;
  icon: LucideIcon;
  /** The keys that do the same, e.g. "Esc". Missing if there are none. */
  keys?: string;
  /** True if it opens a sheet. */
  opensSheet: boolean;
  /** False if it does nothing now; it is then shown dimmed. */
  isEnabled: boolean;
  onChoose(): void;
}

/** Entries that belong together, separated by lines from the others. */
export type MenuGroup = readonly MenuEntry[];

export interface MenuButtonProps {
  /** Accessible name and tooltip of the button, e.g. "Menu". */
  label: string;
  groups: readonly MenuGroup[];
}

/** Input that opened a menu. After keys, the first entry gets the focus. */
export type OpenedBy = 'keys' | 'pointer';
