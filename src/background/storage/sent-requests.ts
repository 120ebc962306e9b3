import Dexie from 'dexie';
import { partHashes, splitRequest } from '@/src/core/history/request-parts';
import type { SentRequest } from '@/src/core/records/sent-request';
import type { StewardDatabase } from '@/src/store/db';
import { requireChat } from './require-chat';

/** Requests kept per chat for inspection. */
export const SENT_KEPT = 20;

/**
 * Stores a request for inspection, and deletes the chat's oldest ones beyond {@link SENT_KEPT}, with the parts that no other
 * request contains. Most of a request is the same as in the one before, so little is written. Rejects with `not-found` if the chat
 * is deleted.
 */
export async function keepSentRequest(db: StewardDatabase, request: SentRequest): Promise<void> {
  const { row, parts } = splitRequest(request);
  await db.transaction('rw', [db.chats, db.sentRequests, db.requestParts], async () => {
    await requireChat(db, row.chatId);
    const known = await db.requestParts
      .where('[chatId+hash]')
      .between([row.chatId, Dexie.minKey], [row.chatId, Dexie.maxKey])
      .primaryKeys();
    const hashes = new Set(known.map(([, hash]) => hash));
    await db.requestParts.bulkAdd(parts.filter(({ hash }) => !hashes.has(hash)));
    await db.sentRequests.put(row);
    await dropOldest(db, row.chatId, new Set([...hashes, ...parts.map(({ hash }) => hash)]));
  });
}

/** @param hashes those of all parts of the chat */
async function dropOldest(db: StewardDatabase, chatId: string, hashes: ReadonlySet<string>): Promise<void> {
  const ids = await db.sentRequests
    .where('[chatId+atMs]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .primaryKeys();
  const dropped = ids.slice(0, -SENT_KEPT);
  if (dropped.length === 0) return;
  await db.sentRequests.bulkDelete(dropped);
  const kept = await db.sentRequests.bulkGet(ids.slice(-SENT_KEPT));
  const used = new Set(kept.flatMap((row) => (row === undefined ? [] : partHashes(row))));
  const unused = [...hashes].filter((hash) => !used.has(hash));
  await db.requestParts.bulkDelete(unused.map((hash): [string, string] => [chatId, hash]));
}
