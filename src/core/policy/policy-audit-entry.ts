import { chatAuditEntry } from '../audit/chat-audit-entry';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Chat, PolicySettings } from '../records/chat';
import { policyOf } from './policy-settings';

/** The audit’s row for a change of what the assistant may do. Throws `page-unknown` for a chat that is about no page. */
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
