import type { Json } from '../json';
/** A typed, time-stamped entry of `changes_since_last_message` (ledger A-041..A-049). */
export type Change = { type: string; timestamp: string } & { [field: string]: Json };

/** One line of a difference between two restorable states, for people. */
export interface StateDifference {
  kind: 'added' | 'removed' | 'modified';
  /** A sentence fragment such as `openai: ignore rule "*-preview"`. */
  text: string;
}
