import { assertNever } from '@/src/core/assert-never';
import type { RunStatus, UserInputReason } from '@/src/core/records/run-status';
import { isPageWait, waitsForUser } from '@/src/core/records/transition';
import { count } from '../text/count';

/** The status of a chat's run, as the end of a sentence about the chat: `waits for your approval`. */
export function chatStatusText(status: RunStatus): string {
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
    case 'processing':
    case 'waiting-for-tools':
      return 'is running';
    case 'waiting-for-approval':
      return 'waits for your approval';
    case 'waiting-for-user-input':
      return userInputText(status.reason);
    case 'waiting-for-endpoint':
      return 'waits until you choose a model';
    case 'waiting-for-agent-coordination':
      // Without the full stop, which the caller adds.
      return isPageWait(status)
        ? 'waits until its page is back'
        : `is waiting: ${status.reason.replace(/\.$/, '')}`;
    case 'waiting-for-system-input':
      return status.outcome === null ? 'waits for an event' : 'is finished';
    case 'paused':
      return 'is paused';
    case 'done':
      return 'is finished';
    default:
      return assertNever(status);
  }
}

/**
 * Number of other chats that aren't finished, and how many of them wait for the user: `2 other chats, 1 waits for you`.
 */
export function otherChatsText(statuses: readonly RunStatus[]): string {
  const waiting = statuses.filter(waitsForUser).length;
  const chats = count(statuses.length, 'other chat');
  if (waiting === 0) return `${chats} ${statuses.length === 1 ? 'is' : 'are'} running`;
  const verb = waiting === 1 ? 'waits' : 'wait';
  return waiting === statuses.length ? `${chats} ${verb} for you` : `${chats}, ${waiting} ${verb} for you`;
}

function userInputText(reason: UserInputReason): string {
  switch (reason) {
    case 'question':
      return 'waits for your answer';
    case 'round-limit':
    case 'rolled-back':
    case 'loop-detected':
    case 'cut-off':
    case 'requested':
      return 'waits until you continue it';
    default:
      return assertNever(reason);
  }
}
