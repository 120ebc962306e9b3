import { newChat, newChatSettings } from '@/src/core/records/chat';
import { emptyReport, type IntegrityReport, type StrayRows } from '@/src/core/records/integrity-report';
import type { Chat, StoredChat } from '@/src/schema/chat';
import { wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import {
  CHAT_TABLE_NAMES,
  type ChatTable,
  EXTRA_TABLES,
  RECORD_TABLES,
  rowsOfChat,
  tableOf,
} from './chat-tables';
import { snapshot, transact } from './transact';

const RECOVERED_TITLE = 'Recovered chat';

/** Most messages read to find a chat's last run: a rollback may have set aside very many. */
const MAX_MESSAGES_READ = 20;

/**
 * Checks these chats. If only the chat's row is missing, creates one, so that the user can read, export or delete the
 * record. Deletes nothing. The cost depends only on the number of ids.
 */
export async function checkChats(
  db: StewardDatabase,
  chatIds: readonly string[],
  nowMs: number,
): Promise<IntegrityReport> {
  const report = emptyReport();
  const missing: string[] = [];
  await snapshot(db, [db.chats, db.messages, db.runs], async () => {
    const chats = await db.chats.bulkGet([...chatIds]);
    for (const [index, chatId] of chatIds.entries()) {
      const chat = chats[index];
      if (chat === undefined) missing.push(chatId);
      else if (await lacksRun(db, chat)) report.chatsWithoutRun.push({ chatId, title: chat.title });
    }
  });
  for (const chatId of missing) {
    const { recovered, stray } = await recover(db, chatId, nowMs);
    if (recovered > 0) report.recoveredChats.push({ chatId, rows: recovered });
    report.strayRows.push(...stray);
  }
  return report;
}

/** True if the newest message with a run id refers to a missing run. */
async function lacksRun(db: StewardDatabase, { id }: Chat): Promise<boolean> {
  let read = 0;
  const last = await startingWith(db.messages, '[chatId+position]', id)
    .reverse()
    .until(() => {
      read += 1;
      return read > MAX_MESSAGES_READ;
    })
    .filter(({ runId, discardedBy }) => runId !== null && discardedBy === null)
    .first();
  return (
    last !== undefined && last.runId !== null && (await db.runs.where('id').equals(last.runId).count()) === 0
  );
}

/**
 * Recovers a chat in one transaction, so that a chat that is being deleted does not return. `recovered` is the number
 * of rows of its record, or 0 if there are none or the chat's row exists again.
 */
function recover(
  db: StewardDatabase,
  chatId: string,
  nowMs: number,
): Promise<{ recovered: number; stray: StrayRows[] }> {
  const tables = [db.chats, db.chatWords, ...CHAT_TABLE_NAMES.map((name) => tableOf(db, name))];
  return transact(db, tables, async () => {
    if ((await db.chats.where('id').equals(chatId).count()) > 0) return { recovered: 0, stray: [] };
    const counts = async (names: object) =>
      Promise.all(
        (Object.keys(names) as ChatTable[]).map(async (table) => ({
          table,
          rows: await rowsOfChat(db, table, chatId).count(),
        })),
      );
    const record = (await counts(RECORD_TABLES)).reduce((sum, { rows }) => sum + rows, 0);
    if (record > 0) {
      await db.chats.add(recoveredChat(chatId, nowMs));
      await db.chatWords.bulkPut(wordsOfTitle(chatId, RECOVERED_TITLE, nowMs));
      return { recovered: record, stray: [] };
    }
    const stray = (await counts(EXTRA_TABLES)).filter(({ rows }) => rows > 0);
    return { recovered: 0, stray: stray.map((found) => ({ ...found, missing: 'chat' as const, chatId })) };
  });
}

/** A new row for the chat. The permissions were lost with the old row, so each change requires approval. */
function recoveredChat(id: string, atMs: number): StoredChat {
  const settings = { ...newChatSettings(), approvalPolicy: 'ask-every-change' as const };
  return newChat({ id, title: RECOVERED_TITLE, atMs, binding: null, settings, lastStateHash: null });
}
