import { browser } from 'wxt/browser';
import { PLACE, type StewardDatabase } from '@/src/store/db';
import { membersOf } from '@/src/store/members-of';
import { startingWith } from '@/src/store/starting-with';
import { CHAT_TABLE_NAMES, rowsOfChat, tableOf } from './chat-tables';
import { transact } from './transact';

/**
 * Deletes a chat with everything that belongs to it, and with its members, in one transaction. Keeps the audit, the log and the page's
 * history, which belong to the page. What the user last saw of the page is deleted with the last chat about its
 * site, unless that is in the list of sites. Deletes nothing and resolves with false unless the chat is still marked as deleted
 * at this time, because the user may have undone the deletion.
 */
export function deleteChatRows(
  db: StewardDatabase,
  { chatId, deletedAtMs }: { chatId: string; deletedAtMs: number },
): Promise<boolean> {
  const tables = [
    db.chats,
    db.pageLeases,
    db.chatWords,
    db.seenPages,
    db.sites,
    ...CHAT_TABLE_NAMES.map((name) => tableOf(db, name)),
  ];
  return transact(db, tables, async () => {
    if ((await db.chats.get(chatId))?.deletedAtMs !== deletedAtMs) return false;
    const members = await membersOf(db, chatId).primaryKeys();
    for (const id of [chatId, ...members]) {
      const runs = await rowsOfChat(db, 'runs', id).primaryKeys();
      await db.pageLeases.filter(({ runId }) => runs.includes(runId)).delete();
      await db.chats.delete(id);
      await startingWith(db.chatWords, '[chatId+word+field]', id).delete();
      for (const table of CHAT_TABLE_NAMES) await rowsOfChat(db, table, id).delete();
    }
    const places = await db.chats.orderBy(PLACE).uniqueKeys();
    const origins = new Set([...places.flat(), ...(await db.sites.toCollection().primaryKeys())]);
    await db.seenPages.filter(({ origin }) => !origins.has(origin)).delete();
    return true;
  });
}

/** Removes a chat's data in the browser session: its tab, and lost changes of its page. */
export async function forgetInSession(chatId: string): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get(null));
  await browser.storage.session.remove(keys.filter((key) => key.endsWith(`:${chatId}`)));
}
