import type { Chat } from '@/src/schema/chat';
import type { KnownPageJournal } from '../ports/known-page-journal';
import type { PageReading } from '../ports/page-port';
import { causeText, isOwnExecution } from '../records/change-cause';
import type { AttributedChange } from './attribute-changes';
import { comparePage } from './compare-page';
import type { PageObserver } from './page-observer';

/**
 * The makers of the changes since a chat's conversation knew the page, without the chat's own tool calls: each once, e.g.
 * "the user". Rejects with `storage`.
 */
export async function changedBy(
  deps: { journal: Pick<KnownPageJournal, 'knownPage'>; observer: PageObserver },
  chat: Chat,
  reading: PageReading,
): Promise<string[]> {
  const { changes } = await comparePage(deps, chat, reading);
  return othersOf(changes, chat.id);
}

/** The makers of these changes, without the chat's own tool calls: each once. */
export function othersOf(changes: readonly AttributedChange[], chatId: string): string[] {
  const others = changes.filter(({ cause }) => !isOwnExecution(cause, chatId));
  return [...new Set(others.map(({ cause }) => causeText(cause, chatId)))];
}
