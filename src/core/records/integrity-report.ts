/** The result of an integrity check. */
export interface IntegrityReport {
  /** Chats that had rows but no row of their own; each was added again, named as recovered. */
  recoveredChats: { chatId: string; rows: number }[];
  /** Chats whose last run has no row. They stay readable, and a new session can be started. */
  chatsWithoutRun: { chatId: string; title: string }[];
  /** Calls, checkpoints and usage of messages that are missing. They are kept. */
  strayRows: { table: string; rows: number }[];
}
