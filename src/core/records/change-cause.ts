import type { ChangeCause } from '@/src/schema/change-cause';
import { assertNever } from '../assert-never';

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
