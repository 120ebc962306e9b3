import Dexie from 'dexie';
import { emptyHead } from '@/src/core/audit/audit-chain';
import { type AuditFilter, auditMatches } from '@/src/core/audit/audit-filter';
import type { AuditEntry, AuditHead } from '@/src/schema/audit';
import type { StewardDatabase } from './db';

/** Entries read per query while searching: many times faster than one by one. */
const BLOCK_SIZE = 500;

/** The newest entries of a site's audit. */
interface NewestEntries {
  /** Newest first. */
  entries: AuditEntry[];
  /** True if more entries match. */
  isCut: boolean;
}

/** The source of an entry, resolved to chat and message; null if they no longer exist. */
export interface AuditSource {
  chatTitle: string | null;
  messageAtMs: number | null;
}

/** Reads audits; has no write access. */
export function createAuditReader(db: StewardDatabase) {
  /** The entries between two sequence numbers, both exclusive, in order. */
  function between(origin: string, after: number, before: number | typeof Dexie.maxKey) {
    return db.audit.where('[origin+sequence]').between([origin, after], [origin, before], false, false);
  }

  return {
    /** The newest matching entries, at most `limit`. */
    async newest(origin: string, filter: AuditFilter, limit: number): Promise<NewestEntries> {
      return db.transaction('r', db.audit, async () => {
        const found: AuditEntry[] = [];
        let before = Infinity;
        while (found.length <= limit) {
          const newest = await between(origin, -Infinity, before).last();
          if (newest === undefined) break;
          const after = newest.sequence - BLOCK_SIZE;
          const block = await between(origin, after, before).toArray();
          found.push(...block.reverse().filter((entry) => auditMatches(entry, filter)));
          before = after + 1;
        }
        return { entries: found.slice(0, limit), isCut: found.length > limit };
      });
    },

    /** All matching entries, oldest first. */
    async matches(origin: string, filter: AuditFilter): Promise<AuditEntry[]> {
      const entries = await between(origin, -Infinity, Infinity).toArray();
      return entries.filter((entry) => auditMatches(entry, filter));
    },

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
        const entries = await between(origin, after, Dexie.maxKey).limit(limit).toArray();
        if (entries.length === limit) return { entries, head: null };
        return { entries, head: (await db.auditHeads.get(origin)) ?? emptyHead(origin) };
      });
    },

    /** The sites that have an audit, even if parts of it are missing. */
    async origins(): Promise<string[]> {
      return db.transaction('r', [db.audit, db.auditHeads], async () => {
        const [entries, heads] = await Promise.all([
          db.audit.orderBy('origin').uniqueKeys(),
          db.auditHeads.toCollection().primaryKeys(),
        ]);
        return [...new Set([...entries.map(String), ...heads])].sort();
      });
    },

    async source(chatId: string, messageId: string | null): Promise<AuditSource> {
      return db.transaction('r', [db.chats, db.messages], async () => {
        const chat = await db.chats.get(chatId);
        const message = messageId === null ? undefined : await db.messages.get(messageId);
        return { chatTitle: chat?.title ?? null, messageAtMs: message?.createdAtMs ?? null };
      });
    },

    /** The site of a chat's page; null if it has none. */
    async siteOf(chatId: string): Promise<string | null> {
      return (await db.chats.get(chatId))?.binding?.origin ?? null;
    },
  };
}
