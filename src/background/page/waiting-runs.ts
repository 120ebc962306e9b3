import type { StewardDatabase } from '@/src/store/db';

/**
 * True if the chat's run waits for its page, for time, or for another chat. Queries runs, not chats: a tab is bound
 * to a chat shortly before the chat is stored.
 */
export async function isRunWaiting(db: StewardDatabase, chatId: string): Promise<boolean> {
  const waiting = db.runs.where('status.state').equals('waiting-for-agent-coordination');
  return (await waiting.filter((run) => run.chatId === chatId).count()) > 0;
}

/** True if the chat has a run that takes steps, and so reads the page by itself before its next request. */
export async function isRunWorking(db: StewardDatabase, chatId: string): Promise<boolean> {
  const working = db.runs.where('status.state').anyOf('processing', 'waiting-for-tools');
  return (await working.filter((run) => run.chatId === chatId).count()) > 0;
}
