/** The cause of a change of a page. Each difference has one cause, found when it is first observed. */
export type ChangeCause =
  /** A tool call of a chat. */
  | { kind: 'execution'; chatId: string; chatTitle: string; executionId: string }
  /** A rollback, an undo or restored unsaved changes, chosen by the user in a chat. */
  | { kind: 'restore'; chatId: string; chatTitle: string }
  /** The page itself: its document was loaded again, or it fetched its data again. */
  | { kind: 'page'; event: 'reload' | 'refresh' }
  /** The user, on the page. Also the cause of changes that no other cause explains. */
  | { kind: 'user' }
  /** As `user`, on a page whose state others change, too. Never stored: it follows from `user` and the adapter. */
  | { kind: 'anyone' };
