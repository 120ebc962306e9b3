import { adapterFor } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { type WhatChanged, whatChanged } from '@/src/core/daily/what-changed';
import { isSameJson } from '@/src/core/hash';
import type { Clock } from '@/src/core/ports/clock';
import type { PageReading } from '@/src/core/ports/page-port';
import { boundPage } from '@/src/core/records/record-access';
import type { PageNews } from '@/src/messages/chat-commands';
import type { Chat } from '@/src/schema/chat';
import type { SeenPage } from '@/src/schema/seen-page';
import type { StewardDatabase } from '@/src/store/db';
import type { PageView } from '../page/page-view';
import { stored } from '../storage/storage-error';
import type { Chats } from './chats';
import type { OwnChanges } from './own-changes';

/** Time in milliseconds for which the last reading of a page is used: opening a chat has just read it. */
const FRESH_MS = 10_000;

interface PageNewsDeps {
  db: StewardDatabase;
  chats: Pick<Chats, 'byId'>;
  page: Pick<PageView, 'lastShown' | 'readContext'>;
  adapters(): Promise<AdapterPort>;
  ownChanges: OwnChanges;
  clock: Clock;
}

/**
 * What changed on the chat's page since the user last saw it. Null if nothing did but what Steward changed; the page as it is now then
 * counts as seen, as does one that was never seen, and there is nothing of a chat about several sites.
 */
export async function pageNews(deps: PageNewsDeps, chatId: string): Promise<PageNews | null> {
  const chat = await deps.chats.byId(chatId);
  if (chat.binding === null || chat.targets !== undefined) return null;
  const reading = await read(deps, chat);
  const seen = await stored(() => deps.db.seenPages.get(keyOf(chat)));
  const changed = seen === undefined ? null : await compare(deps, chat, seen, reading);
  if (seen !== undefined && changed !== null && changed.news.length > 0) {
    return { ...changed, sinceMs: seen.atMs };
  }
  await store(deps, chat, reading);
  return null;
}

/** Stores the chat's page, as it was read last, as seen by the user. */
export async function markSeen(deps: PageNewsDeps, chatId: string): Promise<void> {
  const chat = await deps.chats.byId(chatId);
  await store(deps, chat, (await deps.page.lastShown(chat)) ?? (await read(deps, chat)));
}

async function compare(
  { adapters, ownChanges }: PageNewsDeps,
  chat: Chat,
  { context, atMs }: SeenPage,
  reading: PageReading,
): Promise<WhatChanged | null> {
  if (isSameJson(context, reading.context)) return null;
  const own = await ownChanges(boundPage(chat), atMs);
  return whatChanged(adapterFor(chat, await adapters()), context, reading.context, own);
}

async function read({ page, clock }: PageNewsDeps, chat: Chat): Promise<PageReading> {
  const last = await page.lastShown(chat);
  const isFresh = last !== null && clock.now() - last.source.askedAtMs < FRESH_MS;
  return isFresh ? last : page.readContext(chat);
}

async function store({ db }: PageNewsDeps, chat: Chat, { context, source }: PageReading): Promise<void> {
  const { title: _, ...page } = boundPage(chat);
  await stored(() => db.seenPages.put({ ...page, context, atMs: source.askedAtMs }));
}

function keyOf(chat: Chat): [adapterId: string, origin: string, instanceId: string] {
  const { adapterId, origin, instanceId } = boundPage(chat);
  return [adapterId, origin, instanceId];
}
