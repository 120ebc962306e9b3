import { adapterFor } from '@/src/core/adapter/adapter-of-chat';
import { whatChanged } from '@/src/core/daily/what-changed';
import { isSameJson } from '@/src/core/hash';
import { placeKey } from '@/src/core/records/chat';
import type { PageNews } from '@/src/messages/chat-commands';
import { leasingRun } from '@/src/store/page-holder';
import { stored } from '../storage/storage-error';
import type { CommandContext } from './command-context';

/** Time in milliseconds for which the last reading of a page is used: opening a chat has just read it. */
const FRESH_MS = 10_000;

type PageNewsDeps = Pick<CommandContext, 'db' | 'chats' | 'page' | 'adapters' | 'ownChanges' | 'clock'>;

/**
 * The changes of the chat's page since the user last saw it; null if only Steward changed it, and for a chat about several sites. If the
 * result is null, the present page is stored as what the user last saw, unless a run works on it. `isSeen`: true to store it without a
 * comparison.
 */
export async function pageNews(
  deps: PageNewsDeps,
  { chatId, isSeen }: { chatId: string; isSeen: boolean },
): Promise<PageNews | null> {
  const { db, page } = deps;
  const chat = await deps.chats.byId(chatId);
  const { binding, targets } = chat;
  if (binding === null || targets !== undefined) return null;
  const { title: _, ...place } = binding;
  const key = placeKey(place);
  const adapter = adapterFor(chat, await deps.adapters());
  if (adapter.isNeverRestored) return null;
  const last = await page.lastShown(chat);
  const isFresh = last !== null && (isSeen || deps.clock.now() - last.source.askedAtMs < FRESH_MS);
  const { context, source } = isFresh ? last : await page.readContext(chat);
  const seen = isSeen ? undefined : await stored(() => db.seenPages.get(key));
  if (seen !== undefined && !isSameJson(seen.context, context)) {
    const own = await deps.ownChanges(binding, seen.atMs);
    const changed = await whatChanged(adapter, seen.context, context, own);
    if (changed !== null && changed.news.length > 0) {
      await stored(() => db.watches.update(key, { isTold: true }));
      return { ...changed, sinceMs: seen.atMs };
    }
  }
  const row = { ...place, context, atMs: source.askedAtMs };
  await stored(async () => {
    // A part of its next change may be in the reading.
    if ((await leasingRun(db, binding))?.isOpen === 1) return;
    await db.seenPages.put(row);
    await db.watches.update(key, { news: [], isTold: true });
  });
  return null;
}
