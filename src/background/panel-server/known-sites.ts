import { samePage } from '@/src/core/records/chat';
import type { KnownSite } from '@/src/messages/site-commands';
import { PLACE, type StewardDatabase } from '@/src/store/db';
import type { PageView } from '../page/page-view';
import type { Sites } from '../sites/sites';
import { stored } from '../storage/storage-error';
import { siteNames } from './site-names';

interface KnownSitesDeps {
  db: StewardDatabase;
  page: Pick<PageView, 'reach'>;
  sites: Pick<Sites, 'markOf' | 'setOf'>;
}

/**
 * The sites that a chat about several sites could be about: those that some chat is bound to, as far as they have the adapter of the
 * chat. The chat's own site is the first, the others are in the order of their addresses. Empty for a chat without a page.
 */
export async function knownSites({ db, page, sites }: KnownSitesDeps, chatId: string): Promise<KnownSite[]> {
  const asking = await stored(() => db.chats.get(chatId));
  const own = asking?.binding ?? null;
  if (own === null) return [];
  const memberIds = asking?.targets?.map((site) => site.chatId) ?? []; // Missing in a chat about one page.
  const members = await stored(() => db.chats.bulkGet(memberIds));
  const chosen = [own, ...members.map((chat) => chat?.binding)];
  const places = await stored(() => db.chats.orderBy(PLACE).uniqueKeys());
  // One chat for each page, since there may be thousands.
  const chatAt = (place: (typeof places)[number]) =>
    db.chats
      .where(PLACE)
      .equals(place)
      .filter(({ binding, deletedAtMs }) => binding?.adapterId === own.adapterId && deletedAtMs === null)
      .first();
  const chats = await stored(() => Promise.all(places.map(chatAt)));
  const others = chats.flatMap((chat) => chat?.binding ?? []).filter((binding) => !samePage(binding, own));
  const bindings = [own, ...others];
  const names = await siteNames(sites, bindings);
  return Promise.all(
    bindings.map(async (binding, index) => {
      const color = (await sites.markOf(binding.origin))?.color ?? null;
      const set = await sites.setOf(binding.origin);
      const isChosen = chosen.some((site) => samePage(site, binding));
      // There is a name for each.
      return { binding, name: names[index] ?? '', color, set, reach: await page.reach(binding), isChosen };
    }),
  );
}
