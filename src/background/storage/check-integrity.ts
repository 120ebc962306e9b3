import type { Table } from 'dexie';
import { type Chat, newChat, newChatSettings } from '@/src/core/records/chat';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** The tables whose rows belong to a chat. */
const OF_CHATS = ['messages', 'runs', 'executions', 'approvals', 'checkpoints', 'usage'] as const;

/**
 * Looks for rows whose chat is missing, and gives them one, so that they can be read, exported or deleted by the user. Deletes
 * nothing. Reads keys and single fields rather than whole chats.
 */
export function checkIntegrity(db: StewardDatabase, nowMs: number): Promise<IntegrityReport> {
  const ofChats = OF_CHATS.map((name) => db[name]);
  return stored(() =>
    db.transaction('rw', [db.chats, ...ofChats], async () => {
      const chats = new Map((await db.chats.toArray()).map((chat) => [chat.id, chat]));
      const orphans = await orphanCounts(db, chats);
      for (const [chatId] of orphans) await db.chats.add(recoveredChat(chatId, nowMs));
      return {
        recoveredChats: [...orphans].map(([chatId, rows]) => ({ chatId, rows })),
        chatsWithoutRun: await chatsWithoutRun(db, chats),
        strayRows: await strayRows(db),
      };
    }),
  );
}

async function orphanCounts(
  db: StewardDatabase,
  chats: ReadonlyMap<string, Chat>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of OF_CHATS) {
    await (db[name] as Table<{ chatId: string }>).each(({ chatId }) => {
      if (!chats.has(chatId)) counts.set(chatId, (counts.get(chatId) ?? 0) + 1);
    });
  }
  return counts;
}

function recoveredChat(id: string, atMs: number): Chat {
  const settings = newChatSettings();
  return newChat({ id, title: 'Recovered chat', atMs, binding: null, settings, lastStateHash: null });
}

/** The chats whose newest message of a run names a run that is missing. */
async function chatsWithoutRun(
  db: StewardDatabase,
  chats: ReadonlyMap<string, Chat>,
): Promise<IntegrityReport['chatsWithoutRun']> {
  const runs = new Set(await db.runs.toCollection().primaryKeys());
  const found: IntegrityReport['chatsWithoutRun'] = [];
  for (const { id, title } of chats.values()) {
    const last = await db.messages
      .where('[chatId+position]')
      .between([id, -Infinity], [id, Infinity])
      .reverse()
      .filter(({ runId, discardedBy }) => runId !== null && discardedBy === null)
      .first();
    if (last !== undefined && last.runId !== null && !runs.has(last.runId)) found.push({ chatId: id, title });
  }
  return found;
}

async function strayRows(db: StewardDatabase): Promise<IntegrityReport['strayRows']> {
  const messages = new Set(await db.messages.toCollection().primaryKeys());
  const counts = { executions: 0, checkpoints: 0, approvals: 0 };
  for (const name of ['executions', 'checkpoints', 'approvals'] as const) {
    await (db[name] as Table<{ messageId: string | null }>).each(({ messageId }) => {
      if (messageId !== null && !messages.has(messageId)) counts[name] += 1;
    });
  }
  return Object.entries(counts).flatMap(([table, rows]) => (rows === 0 ? [] : [{ table, rows }]));
}
