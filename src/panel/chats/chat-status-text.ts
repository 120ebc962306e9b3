import { assertNever } from '@/src/core/assert-never';
import { isPageWait, waitsForUser } from '@/src/core/records/transition';
import type { RunStatus } from '@/src/schema/run-status';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';

/** Texts of the states of a run that are distinguished: for a list, and as a sentence. */
const TEXTS = {
  answer: ['chats.status.answer', 'chats.thisChat.answer'],
  approval: ['chats.status.approval', 'chats.thisChat.approval'],
  continue: ['chats.status.continue', 'chats.thisChat.continue'],
  endpoint: ['chats.status.endpoint', 'chats.thisChat.endpoint'],
  event: ['chats.status.event', 'chats.thisChat.event'],
  finished: ['chats.status.finished', 'chats.thisChat.finished'],
  page: ['chats.status.page', 'chats.thisChat.page'],
  paused: ['chats.status.paused', 'chats.thisChat.paused'],
  running: ['chats.status.running', 'chats.thisChat.running'],
} as const satisfies Record<string, readonly [TextKey, TextKey]>;

type Doing = keyof typeof TEXTS;

/** The status of a chat's run, for a list: `waits for your approval`. */
export function chatStatusText(status: RunStatus): string {
  const doing = doingOf(status);
  return typeof doing === 'string' ? i18n.t(TEXTS[doing][0]) : i18n.t('chats.status.waiting', doing);
}

/** The status of a chat's run as a sentence: `This chat waits for your approval.` */
export function thisChatText(status: RunStatus): string {
  const doing = doingOf(status);
  return typeof doing === 'string' ? i18n.t(TEXTS[doing][1]) : i18n.t('chats.thisChat.waiting', doing);
}

function doingOf(status: RunStatus): Doing | { reason: string } {
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
      // The sentence adds the full stop.
      return isPageWait(status) ? 'page' : { reason: status.reason.replace(/\.$/, '') };
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
 * Number of other chats that aren't finished, and how many of them wait for the user: `2 other chats, 1 waits for you`.
 */
export function otherChatsText(statuses: readonly RunStatus[]): string {
  const waiting = statuses.filter(waitsForUser).length;
  const all = statuses.length;
  if (waiting === 0) return i18n.t('chats.other.running', { count: all });
  if (waiting === all) return i18n.t('chats.other.waiting', { count: all });
  const chats = i18n.t('chats.other.chats', { count: all });
  return i18n.t('chats.other.someWaiting', { count: waiting, chats });
}
