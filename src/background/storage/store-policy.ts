import { changePolicy, type PolicyChange } from '@/src/core/policy/change-policy';
import { ownSettings } from '@/src/core/policy/under-policy';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { StoredSettings } from '@/src/schema/chat-settings';
import type { StewardDatabase } from '@/src/store/db';
import { appendAudit } from './append-audit';
import { rowOf } from './rows';

/**
 * Changes what the assistant may do in a chat, and adds an audit entry. Resolves with the differences as sentences. Rejects with `managed`
 * for what the organisation doesn't allow. `change` gets the chat's own settings. Runs within the caller's transaction.
 */
export async function storePolicy(
  db: StewardDatabase,
  chatId: string,
  change: (own: StoredSettings) => PolicyChange,
  made: Pick<NewAuditEntry, 'id' | 'atMs'>,
): Promise<string[]> {
  const chat = await rowOf(db.chats, chatId);
  const { settings, changes, audit } = changePolicy(
    chat,
    change(ownSettings(chat.settings)),
    db.policy,
    made,
  );
  if (changes.length > 0) {
    await db.chats.update(chatId, { settings });
    await appendAudit(db, audit());
  }
  return changes;
}
