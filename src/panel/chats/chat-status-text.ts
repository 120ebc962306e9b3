import { assertNever } from '@/src/core/assert-never';
import { isPageWait, waitsForUser } from '@/src/core/records/transition';
import type { RunStatus } from '@/src/schema/run-status';
import { type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';

/** The states of a run that the lists distinguish. */
type Doing =
  | 'answer'
  | 'approval'
  | 'continue'
  | 'endpoint'
  | 'event'
  | 'finished'
  | 'page'
  | 'paused'
  | 'running';

/** The status of a chat's run for a list, such as `waits for your approval`. */
export function chatStatusText(status: RunStatus): string {
  const doing = doingOf(status);
  return typeof doing === 'string' ? t(`chats.status.${doing}`) : wordsOf(say('chats.status.waiting', doing));
}

function doingOf(status: RunStatus): Doing | { reason: Said } {
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
    case 'processing':
    case 'waiting-for-tools':
      return 'running';
    case 'waiting-for-approval':
      return 'approval';
    case 'waiting-for-user-input':
      return status.reason === 'question' ? 'answer' : 'continue';
    case 'waiting-for-endpoint':
      return 'endpoint';
    case 'waiting-for-agent-coordination':
      return isPageWait(status) ? 'page' : { reason: status.reason };
    case 'waiting-for-system-input':
      return status.outcome === null ? 'event' : 'finished';
    case 'paused':
      return 'paused';
    case 'done':
      return 'finished';
    default:
      return assertNever(status);
  }
}

/**
 * Text with the number of other chats whose run isn't over, and with how many of them wait for the user: `2 other chats, 1 waits for you`.
 */
export function otherChatsText(statuses: readonly RunStatus[]): string {
  const waiting = statuses.filter(waitsForUser).length;
  const all = statuses.length;
  if (waiting === 0) return t('chats.other.running', { count: all });
  if (waiting === all) return t('chats.other.waiting', { count: all });
  return t('chats.other.someWaiting', { all, waiting });
}
