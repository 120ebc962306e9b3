import type { Table } from 'dexie';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

const FIRST = -Infinity;
const LAST = Infinity;

/**
 * Deletes a chat with everything that belongs to it, in one transaction. The audit stays, and so do the log and the history of the
 * page, which belong to the page. Deletes nothing and returns false unless the chat is still the one that was marked as deleted at
 * this time: the user may have undone the deletion meanwhile.
 */
export function deleteChatRows(
  db: StewardDatabase,
  { chatId, deletedAtMs }: { chatId: string; deletedAtMs: number },
): Promise<boolean> {
  /** Rows by a compound index that begins with the chat. */
  const ofChat = (table: Table, index: string) =>
    table.where(index).between([chatId, FIRST], [chatId, LAST]).delete();
  const tables = [
    db.chats,
    db.messages,
    db.runs,
    db.executions,
    db.approvals,
    db.checkpoints,
    db.usage,
    db.contexts,
    db.composerTexts,
    db.images,
    db.sentRequests,
    db.requestParts,
    db.restores,
    db.pageLeases,
    db.chatWords,
    db.payloads,
  ];
  return stored(() =>
    db.transaction('rw', tables, async () => {
      if ((await db.chats.get(chatId))?.deletedAtMs !== deletedAtMs) return false;
      const runs = await db.runs
        .where('[chatId+startedAtMs]')
        .between([chatId, FIRST], [chatId, LAST])
        .primaryKeys();
      await Promise.all([
        db.chats.delete(chatId),
        db.contexts.delete(chatId),
        db.composerTexts.delete(chatId),
        db.restores.delete(chatId),
        db.runs.bulkDelete(runs),
        db.pageLeases.filter(({ runId }) => runs.includes(runId)).delete(),
        db.executions.where('chatId').equals(chatId).delete(),
        db.requestParts.where('chatId').equals(chatId).delete(),
        ofChat(db.payloads, '[chatId+id]'),
        ofChat(db.images, '[chatId+isDraft]'),
        ofChat(db.messages, '[chatId+position]'),
        ofChat(db.approvals, '[chatId+createdAtMs]'),
        ofChat(db.checkpoints, '[chatId+sequence]'),
        ofChat(db.usage, '[chatId+atMs]'),
        ofChat(db.sentRequests, '[chatId+atMs]'),
        db.chatWords
          .where('[chatId+word+field]')
          .between([chatId, '', ''], [chatId, '\uffff', '\uffff'])
          .delete(),
      ]);
      return true;
    }),
  );
}
