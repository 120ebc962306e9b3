import type { Change } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import type { KnownPage } from '@/src/schema/known-page';
import type { KnownPageJournal } from '../ports/known-page-journal';
import type { PagePort, PageReading } from '../ports/page-port';
import type { Differences, PageObserver } from './page-observer';

/** A reading, compared with the page as a chat's conversation knows it. */
export interface ComparedPage extends Differences {
  /** Null before the conversation's first message. */
  known: KnownPage | null;
  /** See {@link KnownPage}; empty before the first message. */
  carried: readonly Change[];
}

interface ComparingDeps {
  journal: Pick<KnownPageJournal, 'knownPage'>;
  observer: PageObserver;
}

/** Observes a reading, and compares it with the page that the chat's conversation knows. Rejects with `storage`. */
export async function comparePage(
  deps: ComparingDeps,
  chat: Chat,
  reading: PageReading,
): Promise<ComparedPage> {
  return compareWith(deps, chat, await deps.journal.knownPage(chat.id), reading);
}

/** As {@link comparePage}, with a known page that the caller has already read from the journal. */
export async function compareWith(
  { observer }: Pick<ComparingDeps, 'observer'>,
  chat: Chat,
  known: KnownPage | null,
  reading: PageReading,
): Promise<ComparedPage> {
  return { known, carried: known?.carried ?? [], ...(await observer.differencesSince(chat, known, reading)) };
}

/**
 * Reads the chat's page, and compares the reading. Rejects with the page's errors, the signal's reason, and `storage`.
 */
export async function readAndComparePage(
  deps: ComparingDeps & { page: Pick<PagePort, 'readContext'> },
  chat: Chat,
  signal: AbortSignal,
): Promise<ComparedPage> {
  return comparePage(deps, chat, await deps.page.readContext(chat, signal));
}
