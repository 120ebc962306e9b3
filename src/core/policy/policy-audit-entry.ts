import type { NewAuditEntry } from '@/src/schema/audit';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { chatAuditEntry } from '../audit/chat-audit-entry';
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
