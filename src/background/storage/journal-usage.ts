import { createRequestSplitter, partHashes } from '@/src/core/history/request-parts';
import type { PayloadJournal } from '@/src/core/ports/journal';
import type { UsageEntry, UsageJournal, UsedRequest } from '@/src/core/ports/usage-journal';
import { getCumulativeTokenUsage } from '@/src/core/usage/cumulative-usage';
import type { AccountingMessage, UncountedAccounting } from '@/src/schema/message';
import type { TokenTotals } from '@/src/schema/usage';
import type { CommittedChange } from '@/src/store/commits';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { requireChat } from './rows';
import { stored } from './storage-error';
import { snapshot, transact } from './transact';

const FROM_FIRST = -Infinity;
const TO_LAST = Infinity;

/** Most requests kept per chat for inspection. */
export const SENT_KEPT = 20;

/**
 * Completes an accounting row with the chat's totals. Runs within the caller's transaction, so that no usage is missing
 * or counted twice.
 */
export async function counted(db: StewardDatabase, row: UncountedAccounting): Promise<AccountingMessage> {
  return { ...row, cumulativeTokens: await tokensUsed(db, row.chatId) };
}

async function tokensUsed(db: StewardDatabase, chatId: string): Promise<TokenTotals> {
  const start = await startingWith(db.messages, '[chatId+role+position]', chatId, 'accounting').last();
  const later = await db.usage
    .where('[chatId+position]')
    .between([chatId, start?.position ?? FROM_FIRST], [chatId, TO_LAST], false)
    .toArray();
  return getCumulativeTokenUsage(start === undefined ? [] : [start], later);
}

/**
 * Adds a usage row at the chat's next position, so that it follows each accounting row that does not count it. Runs
 * within the caller's transaction.
 */
export async function addUsageAtEnd(db: StewardDatabase, usage: UsageEntry & UsedRequest): Promise<void> {
  const last = await startingWith(db.messages, '[chatId+position]', usage.chatId).last();
  await db.usage.add({ ...usage, position: Math.floor(last?.position ?? -1) + 1 });
}

/** Creates the journal's methods for sent requests, their usage, and the payloads of the chat log. */
export function usageMethods(db: StewardDatabase): UsageJournal & PayloadJournal {
  return {
    addAccounting: (row) =>
      transact(db, [db.chats, db.messages, db.usage], async () => {
        await requireChat(db, row.chatId);
        const added = await counted(db, row);
        await db.messages.add(added);
        return added;
      }),

    addUsage: (usage) =>
      transact(db, [db.chats, db.messages, db.usage], async () => {
        await requireChat(db, usage.chatId);
        await addUsageAtEnd(db, usage);
      }),

    tokensUsed: (chatId) => snapshot(db, [db.messages, db.usage], () => tokensUsed(db, chatId)),

    usageFrom: (chatId, position) =>
      stored(() =>
        db.usage.where('[chatId+position]').between([chatId, position], [chatId, TO_LAST]).toArray(),
      ),

    async addPayload(payload) {
      const size = JSON.stringify(payload.data).length;
      await transact(db, [db.chats, db.payloads], async () => {
        await requireChat(db, payload.chatId);
        await db.payloads.add({ ...payload, size });
      });
    },

    keepSent: keeperOfSent(db),
  };
}

/**
 * Returns a function that stores a request for inspection, and deletes the chat's oldest requests beyond {@link SENT_KEPT} with the parts
 * that no other request contains. It rejects with `storage`, and with `not-found` if the chat is deleted. Successive requests share most
 * parts: those of the last one are neither hashed, looked up nor stored again.
 */
function keeperOfSent(db: StewardDatabase): UsageJournal['keepSent'] {
  const split = createRequestSplitter();
  let last: { chatId: string; hashes: ReadonlySet<string> } | null = null;
  db.commits.listen((changes) => {
    const isKept = ({ table, kind }: CommittedChange) => table !== 'requestParts' || kind === 'stored';
    if (changes?.every(isKept) !== true) last = null;
  });

  return (request) =>
    stored(async () => {
      const { row, parts } = split(request);
      const { chatId } = row;
      const dropped = await db.transaction('rw', [db.chats, db.sentRequests, db.requestParts], async () => {
        await requireChat(db, chatId);
        const known = last?.chatId === chatId ? last.hashes : await hashesOf(db, chatId);
        // A part that the last request lacked may be one of an earlier request.
        await db.requestParts.bulkPut(parts.filter(({ hash }) => !known.has(hash)));
        await db.sentRequests.put(row);
        return dropOldest(db, chatId);
      });
      // After the clock was set back, the request itself may be the oldest.
      const isKept = !dropped.includes(row.id);
      last = isKept ? { chatId, hashes: new Set(parts.map(({ hash }) => hash)) } : null;
    });
}

async function hashesOf(db: StewardDatabase, chatId: string): Promise<ReadonlySet<string>> {
  const keys = await startingWith(db.requestParts, '[chatId+hash]', chatId).primaryKeys();
  return new Set(keys.map(([, hash]) => hash));
}

/** Deletes the oldest requests with the parts that no other request contains. Resolves with the ids of these requests. */
async function dropOldest(db: StewardDatabase, chatId: string): Promise<readonly string[]> {
  const ids = await startingWith(db.sentRequests, '[chatId+atMs]', chatId).primaryKeys();
  const dropped = ids.slice(0, -SENT_KEPT);
  if (dropped.length === 0) return dropped;
  const rows = await db.sentRequests.bulkGet(ids);
  await db.sentRequests.bulkDelete(dropped);
  const hashesIn = (some: typeof rows) => some.flatMap((row) => (row === undefined ? [] : partHashes(row)));
  const used = new Set(hashesIn(rows.slice(-SENT_KEPT)));
  const unused = new Set(hashesIn(rows.slice(0, -SENT_KEPT)).filter((hash) => !used.has(hash)));
  await db.requestParts.bulkDelete([...unused].map((hash): [string, string] => [chatId, hash]));
  return dropped;
}
