import type { PayloadJournal } from '@/src/core/ports/payload-journal';
import type { UsageEntry, UsageJournal, UsedRequest } from '@/src/core/ports/usage-journal';
import type { AccountingMessage, TokenTotals, UncountedAccounting } from '@/src/core/records/message';
import { getCumulativeTokenUsage } from '@/src/core/usage/cumulative-usage';
import type { StewardDatabase } from '@/src/store/db';
import { requireChat } from './require-chat';
import { keepSentRequest } from './sent-requests';
import { stored } from './storage-error';

const FROM_FIRST = -Infinity;
const TO_LAST = Infinity;

/** The row with the chat's totals. Within the caller's transaction, so that no usage is missing and none is counted twice. */
export async function counted(db: StewardDatabase, row: UncountedAccounting): Promise<AccountingMessage> {
  return { ...row, cumulativeTokens: await tokensUsed(db, row.chatId) };
}

async function tokensUsed(db: StewardDatabase, chatId: string): Promise<TokenTotals> {
  const start = await db.messages
    .where('[chatId+role+position]')
    .between([chatId, 'accounting', FROM_FIRST], [chatId, 'accounting', TO_LAST])
    .last();
  const later = await db.usage
    .where('[chatId+position]')
    .between([chatId, start?.position ?? FROM_FIRST], [chatId, TO_LAST], false)
    .toArray();
  return getCumulativeTokenUsage(start === undefined ? [] : [start], later);
}

/** Adds a row at the chat's next position, so that it is after each accounting row that doesn't count it. Within the caller's transaction. */
export async function addUsageAtEnd(db: StewardDatabase, usage: UsageEntry & UsedRequest): Promise<void> {
  const last = await db.messages
    .where('[chatId+position]')
    .between([usage.chatId, FROM_FIRST], [usage.chatId, TO_LAST])
    .last();
  await db.usage.add({ ...usage, position: Math.floor(last?.position ?? -1) + 1 });
}

/** The journal's methods for sent requests, their usage, and the payloads of the session log. */
export function usageMethods(db: StewardDatabase): UsageJournal & PayloadJournal {
  return {
    async addAccounting(row) {
      return stored(() =>
        db.transaction('rw', [db.chats, db.messages, db.usage], async () => {
          await requireChat(db, row.chatId);
          const added = await counted(db, row);
          await db.messages.add(added);
          return added;
        }),
      );
    },

    async addUsage(usage) {
      await stored(() =>
        db.transaction('rw', [db.chats, db.messages, db.usage], async () => {
          await requireChat(db, usage.chatId);
          await addUsageAtEnd(db, usage);
        }),
      );
    },

    tokensUsed: (chatId) =>
      stored(() => db.transaction('r', [db.messages, db.usage], () => tokensUsed(db, chatId))),

    usageFrom: (chatId, position) =>
      stored(() =>
        db.usage.where('[chatId+position]').between([chatId, position], [chatId, TO_LAST]).toArray(),
      ),

    async addPayload(payload) {
      const size = JSON.stringify(payload.data).length;
      await stored(() =>
        db.transaction('rw', [db.chats, db.payloads], async () => {
          await requireChat(db, payload.chatId);
          await db.payloads.add({ ...payload, size });
        }),
      );
    },

    async keepSent(request) {
      await stored(() => keepSentRequest(db, request));
    },
  };
}
