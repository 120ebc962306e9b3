import type { UsageJournal } from '@/src/core/ports/usage-journal';
import { totalTokens } from '@/src/core/records/total-tokens';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** Requests kept per chat for inspection. */
const SENT_KEPT = 20;

const FROM_FIRST = -Infinity;
const TO_LAST = Infinity;

/** The journal's methods for sent requests and their usage. */
export function usageMethods(db: StewardDatabase): UsageJournal {
  return {
    async addAccounting(row) {
      await stored(() => db.messages.add(row));
    },

    async addUsage(usage) {
      await stored(() => db.usage.add(usage));
    },

    async tokensUsed(chatId) {
      const rows = await stored(() =>
        db.usage.where('[chatId+atMs]').between([chatId, FROM_FIRST], [chatId, TO_LAST]).toArray(),
      );
      return totalTokens(rows.map(({ counts }) => counts));
    },

    async keepSent(request) {
      await stored(() =>
        db.transaction('rw', db.sentRequests, async () => {
          await db.sentRequests.put(request);
          const ofChat = db.sentRequests
            .where('[chatId+atMs]')
            .between([request.chatId, FROM_FIRST], [request.chatId, TO_LAST]);
          const keys = await ofChat.primaryKeys();
          await db.sentRequests.bulkDelete(keys.slice(0, -SENT_KEPT));
        }),
      );
    },
  };
}
