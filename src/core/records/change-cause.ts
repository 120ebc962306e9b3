import type { ChangeCause } from '@/src/schema/change-cause';
import { type Said, say } from '@/src/schema/values/said';
import { assertNever } from '../assert-never';
import { english } from '../text/english';

export const USER: ChangeCause = { kind: 'user' };

export const ANYONE: ChangeCause = { kind: 'anyone' };

export const RELOAD: ChangeCause = { kind: 'page', event: 'reload' };

export const REFRESH: ChangeCause = { kind: 'page', event: 'refresh' };

/** True if a tool call of this chat made the change. */
export function isOwnExecution(cause: ChangeCause, chatId: string): boolean {
  return cause.kind === 'execution' && cause.chatId === chatId;
}

/** True if an undo or a rollback of this chat made the change. */
export function isOwnRestore(cause: ChangeCause, chatId: string): boolean {
  return cause.kind === 'restore' && cause.chatId === chatId;
}

/** The maker of a change for the user, worded to follow "by", e.g. `the chat “Block previews”`. */
export function causeName(cause: ChangeCause, chatId: string): Said {
  switch (cause.kind) {
    case 'restore':
      if (cause.chatId === chatId) return say('said.cause.you');
      return say('said.cause.chat', { title: cause.chatTitle });
    case 'execution':
      return say('said.cause.chat', { title: cause.chatTitle });
    case 'page':
      return say(cause.event === 'reload' ? 'said.cause.reload' : 'said.cause.page');
    case 'user':
      return say('said.cause.you');
    case 'anyone':
      return say('said.cause.anyone');
    default:
      return assertNever(cause);
  }
}

/** As {@link causeName}, for the model. */
export function causeText(cause: ChangeCause, chatId: string): string {
  if (isOwnExecution(cause, chatId)) return 'the assistant';
  if (cause.kind === 'anyone') return 'the user or somebody else';
  const isUser = cause.kind === 'user' || isOwnRestore(cause, chatId);
  return isUser ? 'the user' : english(causeName(cause, chatId));
}
