import Dexie from 'dexie';
import { type AuditHead, emptyHead } from '@/src/core/audit/audit-chain';
import { type AuditFilter, auditMatches } from '@/src/core/audit/audit-filter';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import type { StewardDatabase } from './db';

/** Entries read in one go while looking for those that match: in one go is many times faster than one by one. */
const BLOCK_SIZE = 500;

/** A look into a site's audit journal. */
export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[];
  /** There are more that match. */
  isCut: boolean;
  /** How many the journal holds. */
  total: number;
}

/** What an entry says of who asked, in words that the chat has; null where chat or message is no longer there. */
export interface AuditSource {
  chatTitle: string | null;
  messageAtMs: number | null;
}

/** Reads audit journals; there is nothing to write here. */
export function createAuditReader(db: StewardDatabase) {
  /** The entries between two places, which are not among them, in order. */
  function between(origin: string, after: number, before: number | typeof Dexie.maxKey) {
    return db.audit.where('[origin+sequence]').between([origin, after], [origin, before], false, false);
  }

  return {
    /** The newest entries that match, at most `limit`. */
    async page(origin: string, filter: AuditFilter, limit: number): Promise<AuditPage> {
      return db.transaction('r', db.audit, async () => {
        const total = await between(origin, -Infinity, Infinity).count();
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
        return { entries: found.slice(0, limit), isCut: found.length > limit, total };
      });
    },

    /** All entries that match, oldest first. */
    async matches(origin: string, filter: AuditFilter): Promise<AuditEntry[]> {
      const entries = await between(origin, -Infinity, Infinity).toArray();
      return entries.filter((entry) => auditMatches(entry, filter));
    },

    /**
     * The next entries behind a place (-Infinity: from the first), at most `limit`, in order. `head`: the journal's, of the same moment; null while
     * there may be more.
     */
    async part(
      origin: string,
      after: number,
      limit: number,
    ): Promise<{ entries: AuditEntry[]; head: AuditHead | null }> {
      return db.transaction('r', [db.audit, db.auditHeads], async () => {
        // Up to the last key there is: a place that is no number can have come only from outside Steward.
        const entries = await between(origin, after, Dexie.maxKey).limit(limit).toArray();
        if (entries.length === limit) return { entries, head: null };
        return { entries, head: (await db.auditHeads.get(origin)) ?? emptyHead(origin) };
      });
    },

    /** The sites that have a journal, whether or not all of it is still there. */
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
