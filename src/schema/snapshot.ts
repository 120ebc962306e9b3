/** A part of a page in a snapshot, without its content: the run's page state contains that. */
export interface ContextItem {
  /** Path of the part in its page, e.g. `users/table-1`. Unique in its snapshot. */
  key: string;
  /** Hash of its content, which tells whether two snapshots differ in it. */
  hash: string;
  /** Time of the request for the page's reading, in milliseconds since 1970. All parts of a snapshot are of one reading. */
  capturedAtMs: number;
  /** False if the chat leaves it out. */
  isSent: boolean;
}

/** A snapshot of the page in one chat. */
export interface NumberedSnapshot {
  /** From 1, without gaps, in the order in which the chat took them. */
  id: number;
  /** In the order of the page. */
  items: ContextItem[];
}
