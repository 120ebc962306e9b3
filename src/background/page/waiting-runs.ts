import type { StewardDatabase } from '@/src/store/db';

/**
 * True if the chat's run waits for its page, for time, or for another chat. Queries runs, not chats: a tab is bound
 * to a chat shortly before the chat is stored.
 */
export async function isRunWaiting(db: StewardDatabase, chatId: string): Promise<boolean> {
  const waiting = db.runs.where('status.state').equals('waiting-for-agent-coordination');
  return (await waiting.filter((run) => run.chatId === chatId).count()) > 0;
}
