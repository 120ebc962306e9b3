import type { Json } from './values/json';

/** An entry of `changes_since_last_message`, the list of page changes that a message reports to the model. */
export type Change = { type: string; timestamp: string } & { [field: string]: Json };

/** One difference between two restorable states, for display. */
export interface StateDifference {
  kind: 'added' | 'removed' | 'modified';
  /** A sentence fragment such as `openai: ignore rule "*-preview"`. */
  text: string;
}
