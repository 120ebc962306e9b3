import { chatAuditEntry } from '../audit/chat-audit-entry';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Chat, PolicySettings } from '../records/chat';
import { policyOf } from './policy-settings';

/** The audit entry for a change of a chat's policy. Throws `page-unknown` for a chat without a page. */
export function policyAuditEntry(
  chat: Chat,
  settings: PolicySettings,
  changes: readonly string[],
  made: Pick<NewAuditEntry, 'id' | 'atMs'>,
): NewAuditEntry {
  return chatAuditEntry(chat, {
    ...made,
    action: 'policy',
    subject: changes.join('; '),
    proposed: JSON.stringify(policyOf(settings)),
    decision: 'user',
    success: true,
    errorCode: null,
  });
}
