import type { UsageJournal } from '@/src/core/ports/usage-journal';
import { totalTokens } from '@/src/core/records/total-tokens';
import type { StewardDatabase } from '@/src/store/db';
import { keepSentRequest } from './sent-requests';
import { stored } from './storage-error';

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
      await stored(() => keepSentRequest(db, request));
    },
  };
}
