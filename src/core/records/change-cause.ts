import { assertNever } from '../assert-never';

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

export const USER: ChangeCause = { kind: 'user' };
export const ANYONE: ChangeCause = { kind: 'anyone' };
export const RELOAD: ChangeCause = { kind: 'page', event: 'reload' };
export const REFRESH: ChangeCause = { kind: 'page', event: 'refresh' };

/** True if a tool call of this chat made the change. */
export function isOwnExecution(cause: ChangeCause, chatId: string): boolean {
  return cause.kind === 'execution' && cause.chatId === chatId;
}

/** The maker of a change, worded to follow "by", e.g. `the chat “Block previews”`. */
export function causeText(cause: ChangeCause, chatId: string): string {
  switch (cause.kind) {
    case 'execution':
      return cause.chatId === chatId ? 'the assistant' : `the chat “${cause.chatTitle}”`;
    case 'restore':
      return cause.chatId === chatId ? 'the user' : `the chat “${cause.chatTitle}”`;
    case 'page':
      return cause.event === 'reload' ? 'a reload of the page' : 'the page itself';
    case 'user':
      return 'the user';
    case 'anyone':
      return 'the user or somebody else';
    default:
      return assertNever(cause);
  }
}
