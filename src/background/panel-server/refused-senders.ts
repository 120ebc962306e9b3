import { chatAuditEntry } from '@/src/core/audit/chat-audit-entry';
import type { StewardError } from '@/src/core/errors';
import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { AuditJournal } from '@/src/core/ports/audit-journal';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { Chat } from '@/src/core/records/chat';

/** The sender fields used for the log. */
interface RefusedSender {
  id?: string | undefined;
  url?: string | undefined;
  tab?: { id?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/** Longest address that is logged, in UTF-16 units. */
const MAX_ADDRESS_LENGTH = 300;

/** The kind of a refused message and the reason, in Steward's own words. */
export interface RefusedMessage {
  what: 'command' | 'notice' | 'port' | 'watch-request' | 'message';
  why: string;
}

/** Logs refused messages without their content, which may contain a key. */
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

/** A sender's address without parts that may be secret. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'unreadable';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, MAX_ADDRESS_LENGTH);
}

/** Logs an unauthorized change and adds it to the site's audit. */
export function noteRefusedWrites(deps: {
  journal: AuditJournal;
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
      subject: 'An unauthorized change',
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
