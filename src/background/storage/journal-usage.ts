import { createRequestSplitter, partHashes } from '@/src/core/history/request-parts';
import type { PayloadJournal } from '@/src/core/ports/journal';
import type { UsageEntry, UsageJournal, UsedRequest } from '@/src/core/ports/usage-journal';
import { getCumulativeTokenUsage } from '@/src/core/usage/cumulative-usage';
import type { AccountingMessage, UncountedAccounting } from '@/src/schema/message';
import type { StoredRequest } from '@/src/schema/sent-request';
import type { TokenTotals } from '@/src/schema/usage';
import type { CommittedChange } from '@/src/store/commits';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { putPageUpdate, tablesOfUpdate } from './put-page-update';
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

/** A request that is kept, with the hashes of its parts. */
interface KeptRequest extends Pick<StoredRequest, 'id' | 'atMs'> {
  hashes: readonly string[];
}

/** The requests of a chat that are kept, in order, and the hashes of the parts that are stored for them. */
interface KeptRequests {
  requests: readonly KeptRequest[];
  hashes: ReadonlySet<string>;
}

/**
 * Returns a function that stores a request for inspection, and deletes the chat's oldest requests beyond {@link SENT_KEPT} with the parts
 * that no other request contains. It rejects with `storage`, and with `not-found` if the chat is deleted. Successive requests share most
 * parts, which are stored once. What is stored for the chat of the last request is known, so that nothing is read.
 */
function keeperOfSent(db: StewardDatabase): UsageJournal['keepSent'] {
  const split = createRequestSplitter();
  let last: (KeptRequests & { chatId: string }) | null = null;
  db.commits.listen((changes) => {
    const isOther = ({ table, kind }: CommittedChange) =>
      (table !== 'sentRequests' && table !== 'requestParts') || kind === 'stored';
    if (changes?.every(isOther) !== true) last = null;
  });

  /** Stores a request. Runs within the caller's transaction. */
  async function keep({ row, parts }: ReturnType<typeof split>): Promise<KeptRequests> {
    const { id, chatId, atMs } = row;
    await requireChat(db, chatId);
    const before = last?.chatId === chatId ? last : await keptOf(db, chatId);
    const added = parts.filter(({ hash }) => !before.hashes.has(hash));
    if (added.length > 0) await db.requestParts.bulkPut(added);
    await db.sentRequests.put(row);
    const others = before.requests.filter((one) => one.id !== id);
    const all = [...others, { id, atMs, hashes: partHashes(row) }].sort(
      (one, other) => one.atMs - other.atMs || (one.id < other.id ? -1 : 1),
    );
    const requests = all.slice(-SENT_KEPT);
    const hashes = new Set([...before.hashes, ...added.map(({ hash }) => hash)]);
    const dropped = all.slice(0, -SENT_KEPT);
    if (dropped.length === 0) return { requests, hashes };
    await db.sentRequests.bulkDelete(dropped.map((one) => one.id));
    const used = new Set(requests.flatMap((one) => one.hashes));
    const unused = dropped.flatMap((one) => one.hashes).filter((hash) => !used.has(hash));
    for (const hash of unused) hashes.delete(hash);
    await db.requestParts.bulkDelete(unused.map((hash): [string, string] => [chatId, hash]));
    return { requests, hashes };
  }

  return (request, update) =>
    stored(async () => {
      const sent = split(request);
      const { chatId, atMs } = sent.row;
      const ofUpdate = update == null ? [db.chats] : tablesOfUpdate(db);
      const kept = await db.transaction('rw', [...ofUpdate, db.sentRequests, db.requestParts], async () => {
        if (update != null) await putPageUpdate(db, update, atMs);
        return keep(sent);
      });
      last = { chatId, ...kept };
    });
}

async function keptOf(db: StewardDatabase, chatId: string): Promise<KeptRequests> {
  const rows = await startingWith(db.sentRequests, '[chatId+atMs]', chatId).toArray();
  const keys = await startingWith(db.requestParts, '[chatId+hash]', chatId).primaryKeys();
  return {
    requests: rows.map((row) => ({ id: row.id, atMs: row.atMs, hashes: partHashes(row) })),
    hashes: new Set(keys.map(([, hash]) => hash)),
  };
}
