/**
 * A change of the page by the user's click, journaled before the page is touched: a rollback, an undo, or restored
 * changes. One per chat. While it is there, its chat has the page's lease.
 */
export interface RestoreIntent {
  chatId: string;
  /** Of the write that puts the page into its new state. */
  executionId: string;
  startedAtMs: number;
}

/**
 * How long a restore keeps its page from other chats, in milliseconds: longer than all waits for the page together, and
 * bounded, since its worker may have died.
 */
const RESTORE_LEASE_MS = 180_000;

/** Whether a restore still needs its page. */
export function isRestoring({ startedAtMs }: RestoreIntent, nowMs: number): boolean {
  return nowMs - startedAtMs < RESTORE_LEASE_MS;
}
