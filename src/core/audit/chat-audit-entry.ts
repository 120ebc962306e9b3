import type { NewAuditEntry } from '@/src/schema/audit';
import type { Chat } from '@/src/schema/chat';
import { boundPage } from '../records/record-access';

type RequiredField = 'id' | 'atMs' | 'action' | 'subject' | 'proposed' | 'decision' | 'success' | 'errorCode';

/**
 * The audit entry for something in a chat other than a tool call. A field that is missing in `fields` gets the
 * value for no run, no note, or no effect on the page. Throws `page-unknown` for a chat without a page.
 */
export function chatAuditEntry(
  chat: Chat,
  fields: Pick<NewAuditEntry, RequiredField> &
    Partial<Omit<NewAuditEntry, RequiredField | 'origin' | 'chatId'>>,
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
    ...fields,
  };
}
