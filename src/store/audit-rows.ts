import Dexie from 'dexie';
import { emptyHead } from '@/src/core/audit/audit-chain';
import type { AuditEntry, AuditHead } from '@/src/schema/audit';
import type { StewardDatabase } from './db';
import { leadingChat } from './page-holder';

/** The source of an entry, resolved to chat and message; null if they no longer exist. A site of a chat is named after the chat. */
export interface AuditSource {
  chatTitle: string | null;
  messageAtMs: number | null;
}

/** The entries of a site's audit between two sequence numbers, both exclusive, in order. */
export function auditBetween(
  db: StewardDatabase,
  origin: string,
  after: number,
  before: number | typeof Dexie.maxKey,
) {
  return db.audit.where('[origin+sequence]').between([origin, after], [origin, before], false, false);
}

/** The entries about this call, in order. */
export function auditOfExecution(
  db: Pick<StewardDatabase, 'audit'>,
  executionId: string,
): Promise<AuditEntry[]> {
  return db.audit.where('executionId').equals(executionId).sortBy('sequence');
}

/** The sites that have an audit, even if parts of it are missing. */
export function auditOrigins(db: StewardDatabase): Promise<string[]> {
  return db.transaction('r', [db.audit, db.auditHeads], async () => {
    const [entries, heads] = await Promise.all([
      db.audit.orderBy('origin').uniqueKeys(),
      db.auditHeads.toCollection().primaryKeys(),
    ]);
    return [...new Set([...entries.map(String), ...heads])].sort();
  });
}

/** Reads audits; has no write access. */
export function createAuditReader(db: StewardDatabase) {
  return {
    /**
     * The next entries after a sequence number (-Infinity: from the first), at most `limit`, in order.
     * `head`: the audit's head, read in the same transaction; null while there may be more entries.
     */
    async part(
      origin: string,
      after: number,
      limit: number,
    ): Promise<{ entries: AuditEntry[]; head: AuditHead | null }> {
      return db.transaction('r', [db.audit, db.auditHeads], async () => {
        // Includes keys that are not numbers: only code outside of Steward can have written them.
        const entries = await auditBetween(db, origin, after, Dexie.maxKey).limit(limit).toArray();
        if (entries.length === limit) return { entries, head: null };
        return { entries, head: (await db.auditHeads.get(origin)) ?? emptyHead(origin) };
      });
    },

    async source(chatId: string, messageId: string | null): Promise<AuditSource> {
      return db.transaction('r', [db.chats, db.messages], async () => {
        const chat = await db.chats.get(chatId);
        const leading = await leadingChat(db, chatId);
        const message = messageId === null ? undefined : await db.messages.get(messageId);
        const titles = new Set([leading, chat].flatMap((one) => one?.title ?? []));
        return { chatTitle: [...titles].join(' · ') || null, messageAtMs: message?.createdAtMs ?? null };
      });
    },

    /**
     * The sites that the panel lists: first that of the chat's page, even if it has no audit yet, then those that have an
     * audit.
     */
    async sites(chatId: string | null): Promise<string[]> {
      const siteOfChat = chatId === null ? null : ((await db.chats.get(chatId))?.binding?.origin ?? null);
      return [...new Set([...(siteOfChat === null ? [] : [siteOfChat]), ...(await auditOrigins(db))])];
    },
  };
}
