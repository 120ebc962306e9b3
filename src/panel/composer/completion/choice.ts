import type { LucideIcon } from 'lucide-react';

/** An entry of a list that completes what is typed in the message field. */
export interface Choice {
  /** Unique in its list. */
  id: string;
  /** The text of the entry, which the typed words are compared with. */
  words: string;
  /** Shown below the words; missing if they are enough. */
  note?: string;
  icon: LucideIcon;
  /** False if it does nothing now; it is then shown dimmed. */
  isEnabled: boolean;
  onChoose(): void;
  /** Opens a form that changes or deletes it; missing if it can't be changed. */
  onEdit?(): void;
}

/** A list of choices for what is typed. */
export interface Choices {
  /** Its accessible name. */
  label: string;
  choices: readonly Choice[];
  /** A sentence below the choices; null for none. */
  note: string | null;
}
