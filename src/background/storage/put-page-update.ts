import type { PageUpdate } from '@/src/core/ports/known-page-journal';
import type { StewardDatabase } from '@/src/store/db';
import { knownRow, updateRow } from './rows';

/** The tables that {@link putPageUpdate} writes. */
export function tablesOfUpdate({ messages, contexts, chats }: StewardDatabase) {
  return [messages, contexts, chats];
}

/** Stores a report of the page's changes. Runs within the caller's transaction. */
export async function putPageUpdate(
  db: StewardDatabase,
  { chatId, report, context, at, chat }: PageUpdate,
  atMs: number,
): Promise<void> {
  if (report?.kind === 'event') await db.messages.add(report.message);
  if (report?.kind === 'update') await db.messages.put(report.message);
  await db.contexts.put(knownRow(chatId, { context, at, atMs }));
  await updateRow(db.chats, chatId, chat);
}
