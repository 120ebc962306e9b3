import type { LucideIcon } from 'lucide-react';

/** An entry of a menu. */
export interface MenuEntry {
  /** Unique in its menu. */
  id: string;
  /** Words for its action, e.g. "New session". */
  words: string;
  icon: LucideIcon;
  /** A sentence below its words on what it will do. Missing if the words say it all. */
  note?: string;
  /** The keys that do the same, e.g. "Esc". Missing if there are none. */
  keys?: string;
  /** True if it opens a sheet. */
  opensSheet: boolean;
  /** False if it does nothing now; it is then shown dimmed. */
  isEnabled: boolean;
  onChoose(): void;
}

/** Entries that belong together, between two lines of the menu. */
export type MenuGroup = readonly MenuEntry[];
