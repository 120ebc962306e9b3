import type { NewAuditEntry } from '../records/audit-entry';
import type { Chat } from '../records/chat';
import { boundPage } from '../records/record-access';

type Told = 'id' | 'atMs' | 'action' | 'subject' | 'proposed' | 'decision' | 'success' | 'errorCode';

/**
 * The audit's row for what concerns a chat but is no call of a response: of no run, without a note, nothing ran and the
 * page wasn't reached, unless `told` says otherwise. Throws `page-unknown` for a chat that is about no page.
 */
export function chatAuditEntry(
  chat: Chat,
  told: Pick<NewAuditEntry, Told> & Partial<Omit<NewAuditEntry, Told | 'origin' | 'chatId'>>,
): NewAuditEntry {
  return {
    origin: boundPage(chat).origin,
    chatId: chat.id,
    runId: null,
    messageId: null,
    executionId: null,
    note: '',
    ran: null,
    stateHashBefore: null,
    stateHashAfter: null,
    savedBefore: null,
    ...told,
  };
}
