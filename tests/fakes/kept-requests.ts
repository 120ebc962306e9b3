import { joinRequest } from '@/src/core/history/request-parts';
import type { SentRequest } from '@/src/schema/sent-request';
import type { StewardDatabase } from '@/src/store/db';

/** The kept requests of all chats with their contents, in the order in which they were sent. */
export async function keptRequests(db: StewardDatabase): Promise<SentRequest[]> {
  const rows = await db.sentRequests.orderBy('[chatId+atMs]').toArray();
  const parts = await db.requestParts.toArray();
  return rows.map((row) =>
    joinRequest(
      row,
      parts.filter(({ chatId }) => chatId === row.chatId),
    ),
  );
}
