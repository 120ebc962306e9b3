import type { Chat } from '@/src/schema/chat';
import type { KnownPageJournal } from '../ports/known-page-journal';
import type { PageReading } from '../ports/page-port';
import { causeText, isOwnExecution } from '../records/change-cause';
import type { AttributedChange } from './attribute-changes';
import { comparePage } from './compare-page';
import type { PageObserver } from './page-observer';

/**
 * Names of those who changed the page since the chat's conversation knew it, e.g. "the user". The chat's own tool calls
 * are left out, and each name occurs once. Rejects with `storage`.
 */
export async function changedBy(
  deps: { journal: Pick<KnownPageJournal, 'knownPage'>; observer: PageObserver },
  chat: Chat,
  reading: PageReading,
): Promise<string[]> {
  const { changes } = await comparePage(deps, chat, reading);
  return othersOf(changes, chat.id);
}

/** Names of those who made these changes, each once. The chat's own tool calls are left out. */
export function othersOf(changes: readonly AttributedChange[], chatId: string): string[] {
  const others = changes.filter(({ cause }) => !isOwnExecution(cause, chatId));
  return [...new Set(others.map(({ cause }) => causeText(cause, chatId)))];
}
