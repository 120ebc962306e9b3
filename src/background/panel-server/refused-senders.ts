import { chatAuditEntry } from '@/src/core/audit/chat-audit-entry';
import type { StewardError } from '@/src/core/errors';
import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { Journal } from '@/src/core/ports/journal';
import type { Chat } from '@/src/core/records/chat';

/** Who sent a message, as far as a log should know. */
interface RefusedSender {
  id?: string | undefined;
  url?: string | undefined;
  tab?: { id?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/** Longest address that is logged, in UTF-16 units. */
const MAX_ADDRESS_LENGTH = 300;

/** What was refused, and why, in words of ours. */
export interface RefusedMessage {
  what: 'command' | 'notice' | 'port' | 'watch-request' | 'message';
  why: string;
}

/** Logs messages that have no business with the background; nothing of what they held, for it may be a key. */
export function logRefusedMessages(logger: Pick<Logger, 'warning'>) {
  return ({ what, why }: RefusedMessage, { id, url, tab, frameId }: RefusedSender): void => {
    logger.warning('security.refused', `Steward refused a ${what}: ${why}.`, {
      data: {
        what,
        why,
        senderId: id ?? null,
        senderUrl: url === undefined ? null : addressOf(url),
        tabId: tab?.id ?? null,
        frameId: frameId ?? null,
      },
    });
  };
}

/** Where a sender is, without what may be secret in its address. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'unreadable';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, MAX_ADDRESS_LENGTH);
}

/** Logs a change that had no right to be made, and puts it into the audit of its site. */
export function noteRefusedWrites(deps: {
  journal: Pick<Journal, 'addAudit'>;
  logger: Pick<Logger, 'error'>;
  clock: Clock;
  ids: IdSource;
}) {
  return (chat: Chat, change: { executionId: string; effectHash: string }, error: StewardError): void => {
    const about = { chatId: chat.id, data: { executionId: change.executionId, ...errorFacts(error) } };
    deps.logger.error('security.refused', error.message, about);
    const record = chatAuditEntry(chat, {
      id: deps.ids.newId(),
      atMs: deps.clock.now(),
      executionId: change.executionId,
      action: 'refused',
      subject: 'A change without a right to it',
      proposed: JSON.stringify({ effectHash: change.effectHash }),
      decision: 'denied',
      success: false,
      errorCode: error.code,
    });
    deps.journal.addAudit(record).catch((cause: unknown) => {
      const data = errorFacts(toErrorInfo(cause));
      deps.logger.error('security.refused', 'A refused change could not be audited.', { data });
    });
  };
}
