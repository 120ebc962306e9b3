import type { SideJournal } from '@/src/core/ports/side-journal';
import { sidePositions } from '@/src/core/records/side-positions';
import { wordsOfMessages } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { addUsageAtEnd, counted } from './journal-usage';
import { addMessages, changeTitle } from './journal-words';
import { rowOf } from './required-row';
import { summaryChanged } from './storage-error';
import { transact } from './transact';
import { updateRow } from './update-row';

/** Creates the journal's methods for titles and summaries. */
export function sideMethods(db: StewardDatabase): SideJournal {
  return {
    storeSide: ({ chatId, after, covers, messages, usage, title }) =>
      transact(db, [db.chats, db.messages, db.chatWords, db.usage], async () => {
        const chat = await rowOf(db.chats, chatId, 'chat');
        const covered = covers === null ? null : await db.messages.get(covers);
        if (covered === undefined || (covered !== null && covered.discardedBy !== null)) {
          await addUsageAtEnd(db, usage);
          return false;
        }
        const last = await db.messages
          .where('[chatId+position]')
          .between([chatId, after], [chatId, after + 1], true, false)
          .last();
        const positions = sidePositions(last?.position ?? after, messages.length);
        await addMessages(
          db,
          messages.map((message, index) => ({ ...message, position: positions[index] ?? after })),
        );
        await addUsageAtEnd(db, usage);
        if (title === null || chat.titleSource === 'user') return true;
        await changeTitle(db, chat, { title, titleSource: 'model' }, usage.atMs);
        return true;
      }),

    changeSummary: ({ summaryId, from, changes, setAside, accounting }) =>
      transact(db, [db.messages, db.chatWords, db.usage], async () => {
        const summary = await rowOf(db.messages, summaryId, 'summary');
        if (summary.role !== 'summary' || summary.state !== from || summary.discardedBy !== null) {
          throw summaryChanged();
        }
        const changed = { ...summary, ...changes };
        await db.messages.put(changed);
        await db.chatWords.bulkPut(wordsOfMessages([changed]));
        for (const id of setAside) {
          await updateRow(db.messages, id, { discardedBy: summaryId }, 'message');
        }
        if (accounting !== null) await db.messages.add(await counted(db, accounting));
      }),
  };
}
