import type { RunStatus } from '@/src/core/records/run-status';
import { hasEnded, waitsForUser } from '@/src/core/records/transition';
import { i18n } from '@/src/texts/i18n';
import { chatStatusText } from './chat-status-text';

/** The status of a chat in the list, e.g. `waits for your approval`; null if there is nothing to say. */
export function listedStatus(
  status: RunStatus | null,
): { text: string; tone: 'plain' | 'waiting' | 'failed' } | null {
  if (status === null) return null;
  if (hasEnded(status)) return { text: i18n.t('chats.status.failed'), tone: 'failed' };
  return { text: chatStatusText(status), tone: waitsForUser(status) ? 'waiting' : 'plain' };
}
