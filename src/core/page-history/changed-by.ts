import type { ChangeCause } from '@/src/schema/change-cause';
import type { Chat } from '@/src/schema/chat';
import type { Said } from '@/src/schema/values/said';
import type { KnownPageJournal } from '../ports/known-page-journal';
import type { PageReading } from '../ports/page-port';
import { causeName, causeText, isOwnExecution } from '../records/change-cause';
import type { AttributedChange } from './attribute-changes';
import { comparePage } from './compare-page';
import type { PageObserver } from './page-observer';

/**
 * Names of those who changed the page since the state that the chat's conversation knows, for the user. The chat's own tool calls are
 * left out, and each is listed once. Rejects with `storage`.
 */
export async function changedBy(...of: Parameters<typeof changers>): Promise<Said[]> {
  return (await changers(...of)).map((cause) => causeName(cause, of[1].id));
}

/** As {@link changedBy}, for the model. */
export async function changedByText(...of: Parameters<typeof changers>): Promise<string[]> {
  return (await changers(...of)).map((cause) => causeText(cause, of[1].id));
}

async function changers(
  deps: { journal: Pick<KnownPageJournal, 'knownPage'>; observer: PageObserver },
  chat: Chat,
  reading: PageReading,
): Promise<ChangeCause[]> {
  const { changes } = await comparePage(deps, chat, reading);
  return othersOf(changes, chat.id);
}

/** Those who made these changes, each once. The chat's own tool calls are left out. */
export function othersOf(changes: readonly AttributedChange[], chatId: string): ChangeCause[] {
  const others = changes.filter(({ cause }) => !isOwnExecution(cause, chatId));
  return [...new Map(others.map(({ cause }) => [causeText(cause, chatId), cause])).values()];
}
