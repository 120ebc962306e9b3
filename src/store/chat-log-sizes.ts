import { PAYLOAD_SIZES, type StewardDatabase } from './db';

/** The space that a chat's chat log takes. The chat itself may be gone. */
export interface ChatLogSize {
  chatId: string;
  rows: number;
  /** Length of the payloads as JSON, in UTF-16 units; about as many bytes. */
  characters: number;
}

/** The sizes of all chat logs, by chat. Reads keys alone, since payloads are large. */
export async function chatLogSizes(db: Pick<StewardDatabase, 'payloads'>): Promise<ChatLogSize[]> {
  const keys = (await db.payloads.orderBy(PAYLOAD_SIZES).keys()) as unknown as [string, number][];
  const sizes = new Map<string, ChatLogSize>();
  for (const [chatId, characters] of keys) {
    // A chat's first payload.
    const sum = sizes.get(chatId) ?? { chatId, rows: 0, characters: 0 };
    sizes.set(chatId, { chatId, rows: sum.rows + 1, characters: sum.characters + characters });
  }
  return [...sizes.values()];
}
