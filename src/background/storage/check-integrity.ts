import type { OnProgress } from '@/src/core/each-percent';
import {
  emptyReport,
  type IntegrityReport,
  joinReports,
  type StrayRows,
} from '@/src/core/records/integrity-report';
import type { StewardDatabase } from '@/src/store/db';
import { CHAT_TABLE_NAMES, nextChatId, tableOf } from './chat-tables';
import { checkChats } from './check-chats';
import { stored } from './storage-error';
import { snapshot } from './transact';

/** Chats per transaction, so that no write waits long for the check. */
const CHATS_AT_ONCE = 10;

/** Number of recently used chats, and of other chats, that a check at the worker's start examines. */
const CHATS_AT_START = 5;

/** Most open runs, pending approval requests and restores that a check examines, each. */
const OPEN_WORK_AT_START = 20;

/** Tables with rows that may belong to a message, each with an index on `messageId`. */
const OF_MESSAGES = ['executions', 'checkpoints', 'approvals'] as const;

/**
 * Checks for damage after a stop of the browser or a loss of data on the disk: open work, the chats used last, and a
 * few others after `from`, so that every chat is examined in time. The cost does not depend on the size of the
 * database.
 */
export async function checkAtStart(
  db: StewardDatabase,
  from: string,
  nowMs: number,
): Promise<IntegrityReport> {
  const open = await openWork(db);
  const latest = await stored(() =>
    db.chats.orderBy('updatedAtMs').reverse().limit(CHATS_AT_START).primaryKeys(),
  );
  const after = await someChats(db, from, CHATS_AT_START);
  // If too few chats follow `from`, continues with the first ones.
  const first = await someChats(db, '', CHATS_AT_START - after.length);
  const chatIds = [...new Set([...open.chatIds, ...latest, ...after, ...first])];
  const report = await checkChats(db, chatIds, nowMs);
  return joinReports(report, { ...emptyReport(), strayRows: open.strayRows });
}

/**
 * Examines every chat and every row of a message; reads keys and single rows instead of whole chats.
 *
 * @param isWanted called between two parts of the check, which ends with null once it returns false
 * @param onChats receives the number of examined chats; null if nobody waits for the check
 */
export async function checkWhole(
  db: StewardDatabase,
  nowMs: number,
  isWanted: () => boolean,
  onChats: OnProgress | null,
): Promise<IntegrityReport | null> {
  const open = await openWork(db);
  let report: IntegrityReport = { ...emptyReport(), strayRows: open.strayRows };
  const total = await stored(() => db.chats.count());
  let done = 0;
  for (let after = ''; ; ) {
    if (!isWanted()) return null;
    const chatIds = await someChats(db, after, CHATS_AT_ONCE);
    const last = chatIds.at(-1);
    if (last === undefined) break;
    report = joinReports(report, await checkChats(db, chatIds, nowMs));
    after = last;
    done += chatIds.length;
    // Rows of a chat that is missing have an id, too.
    onChats?.(Math.min(done, total), total);
  }
  for (const table of OF_MESSAGES) {
    if (!isWanted()) return null;
    const rows = await rowsWithoutMessage(db, table);
    if (rows > 0) report.strayRows.push({ table, missing: 'message', chatId: null, rows });
  }
  return report;
}

/** The next chat ids that any row refers to, at most `limit`. */
function someChats(db: StewardDatabase, after: string, limit: number): Promise<string[]> {
  return snapshot(db, [db.chats, ...CHAT_TABLE_NAMES.map((name) => tableOf(db, name))], async () => {
    const found: string[] = [];
    while (found.length < limit) {
      const next = await nextChatId(db, found.at(-1) ?? after);
      if (next === null) break;
      found.push(next);
    }
    return found;
  });
}

/** The chats with open work, and rows of open work that refer to missing rows. */
function openWork(db: StewardDatabase): Promise<{ chatIds: string[]; strayRows: StrayRows[] }> {
  return snapshot(db, [db.runs, db.messages, db.approvals, db.restores], async () => {
    const runs = await db.runs.where('isOpen').equals(1).limit(OPEN_WORK_AT_START).toArray();
    const openings = await db.messages.bulkGet(runs.map(({ openingMessageId }) => openingMessageId));
    const approvals = await db.approvals.where('state').equals('pending').limit(OPEN_WORK_AT_START).toArray();
    const asking = await db.runs.bulkGet(approvals.map(({ runId }) => runId));
    const restores = await db.restores.limit(OPEN_WORK_AT_START).toArray();
    const stray = (table: string, missing: StrayRows['missing'], chatId: string): StrayRows => ({
      table,
      missing,
      chatId,
      rows: 1,
    });
    return {
      chatIds: [...runs, ...approvals, ...restores].map(({ chatId }) => chatId),
      strayRows: [
        ...runs.flatMap(({ chatId }, index) =>
          openings[index] === undefined ? [stray('runs', 'message', chatId)] : [],
        ),
        ...approvals.flatMap(({ chatId }, index) =>
          asking[index] === undefined ? [stray('approvals', 'run', chatId)] : [],
        ),
      ],
    };
  });
}

/** Number of rows whose message is missing. Reads keys only. */
function rowsWithoutMessage(db: StewardDatabase, table: (typeof OF_MESSAGES)[number]): Promise<number> {
  return snapshot(db, [db.messages, db[table]], async () => {
    // Rows without a message are not in the index, because null is not a valid key.
    const named = await tableOf(db, table).orderBy('messageId').uniqueKeys();
    const messages = new Set(await db.messages.toCollection().primaryKeys());
    const missing = named.map(String).filter((id) => !messages.has(id));
    return missing.length === 0 ? 0 : tableOf(db, table).where('messageId').anyOf(missing).count();
  });
}
