import { auditOfChat } from '../audit/audit-of-chat';
import type { AuditRecord } from '../records/audit-entry';
import type { Chat, PolicySettings } from '../records/chat';
import { policyOf } from './policy-settings';

/** The audit’s row for a change of what the assistant may do. Throws `page-unknown` for a chat that is about no page. */
export function policyRecord(
  chat: Chat,
  settings: PolicySettings,
  changes: readonly string[],
  made: Pick<AuditRecord, 'id' | 'atMs'>,
): AuditRecord {
  return auditOfChat(chat, {
    ...made,
    action: 'policy',
    subject: changes.join('; '),
    proposed: JSON.stringify(policyOf(settings)),
    decision: 'user',
    success: true,
    errorCode: null,
  });
}
