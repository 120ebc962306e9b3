import { samePage } from '@/src/core/records/chat';
import type { KnownSite } from '@/src/messages/site-commands';
import type { PageBinding } from '@/src/schema/page-binding';
import { MAX_TARGET_NAME_LENGTH } from '@/src/schema/values/targets';
import type { StewardDatabase } from '@/src/store/db';
import type { PageView } from '../page/page-view';
import type { Sites } from '../sites/sites';
import { stored } from '../storage/storage-error';

/** The index of the chats by their page. */
const PLACE = '[binding.origin+binding.instanceId]';

interface KnownSitesDeps {
  db: StewardDatabase;
  page: Pick<PageView, 'reach'>;
  sites: Pick<Sites, 'markOf'>;
}

/**
 * The sites that a chat about several sites could be about: those that some chat is bound to, as far as they have the adapter of the
 * chat. The chat's own site is the first, the others are in the order of their names. Empty for a chat without a page.
 */
export async function knownSites(deps: KnownSitesDeps, chatId: string): Promise<KnownSite[]> {
  const own = (await stored(() => deps.db.chats.get(chatId)))?.binding ?? null;
  if (own === null) return [];
  const pages = await boundPages(deps.db, own.adapterId);
  const sites = await Promise.all(
    [own, ...pages.filter((page) => !samePage(page, own))].map(async (binding) => ({
      binding,
      name: (await deps.sites.markOf(binding.origin))?.name ?? new URL(binding.origin).host,
      set: null,
      reach: await deps.page.reach(binding),
    })),
  );
  const others = sites.slice(1).toSorted((one, other) => one.name.localeCompare(other.name));
  return withUniqueNames([...sites.slice(0, 1), ...others]);
}

/** The pages of this adapter that chats are bound to, each once. Reads one chat for each page, since there may be thousands. */
async function boundPages(db: StewardDatabase, adapterId: string): Promise<PageBinding[]> {
  const places = await stored(() => db.chats.orderBy(PLACE).uniqueKeys());
  const chats = await Promise.all(
    places.map((place) =>
      stored(() =>
        db.chats
          .where(PLACE)
          .equals(place)
          .filter(({ binding, deletedAtMs }) => binding?.adapterId === adapterId && deletedAtMs === null)
          .first(),
      ),
    ),
  );
  return chats.flatMap((chat) => chat?.binding ?? []);
}

/** Numbers the sites with a name that an earlier one has. */
function withUniqueNames(sites: readonly KnownSite[]): KnownSite[] {
  const taken = new Set<string>();
  return sites.map((site) => {
    let name = site.name.slice(0, MAX_TARGET_NAME_LENGTH);
    for (let count = 2; taken.has(name); count += 1) {
      const number = ` (${count})`;
      name = site.name.slice(0, MAX_TARGET_NAME_LENGTH - number.length) + number;
    }
    taken.add(name);
    return { ...site, name };
  });
}
