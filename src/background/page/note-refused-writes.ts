import { chatAuditEntry } from '@/src/core/audit/chat-audit-entry';
import type { StewardError } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { AuditPort } from '@/src/core/ports/journal';
import type { Chat } from '@/src/schema/chat';

/** Logs an unauthorized change and adds it to the site's audit. */
export function noteRefusedWrites(deps: {
  journal: AuditPort;
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
      logFailure(deps.logger.error, 'security.refused', 'A refused change could not be audited.', cause);
    });
  };
}
