import type { Chat, PolicySettings } from '../chat/chat';
import { boundPage } from '../loop/record-access';
import type { AuditRecord } from './audit-entry';
import { policyOf } from './policy-settings';

/** The audit’s row for a change of what the assistant may do. Throws `page-unknown` for a chat that is about no page. */
export function policyRecord(
  chat: Chat,
  settings: PolicySettings,
  changes: readonly string[],
  made: Pick<AuditRecord, 'id' | 'atMs'>,
): AuditRecord {
  return {
    ...made,
    origin: boundPage(chat).origin,
    chatId: chat.id,
    runId: null,
    messageId: null,
    executionId: null,
    action: 'policy',
    subject: changes.join('; '),
    proposed: JSON.stringify(policyOf(settings)),
    decision: 'person',
    note: '',
    ran: null,
    success: true,
    errorCode: null,
    stateHashBefore: null,
    stateHashAfter: null,
  };
}
