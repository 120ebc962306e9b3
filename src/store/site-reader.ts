import { placeKey } from '@/src/core/records/chat';
import type { PagePlace } from '@/src/schema/page-binding';
import type { Site, SiteMark } from '@/src/schema/site';
import { managedMark } from '@/src/schema/values/managed-policy';
import type { Watch } from '@/src/schema/watch';
import { PLACE, type StewardDatabase } from './db';

/** A page of a site that can be watched. */
export interface WatchablePage {
  page: PagePlace;
  /** The page's title in a chat about it; null if there is none. */
  title: string | null;
  /** Null if it isn't watched. */
  watch: Watch | null;
}

/** The panel's reader of sites and watches. */
export function createSiteReader(db: StewardDatabase) {
  return {
    /** The name and colour of an origin: the organisation's, otherwise the user's; null if neither gives any. */
    async siteMark(origin: string): Promise<SiteMark | null> {
      return managedMark(db.policy, origin) ?? (await db.sites.get(origin))?.mark ?? null;
    },

    /** The sites with lasting access, by origin. */
    sites: async (): Promise<Site[]> => db.sites.orderBy('origin').toArray(),

    /** The pages of a site of which it is stored what the user last saw. Doesn't read what that is. */
    watchablePages: (origin: string): Promise<WatchablePage[]> =>
      db.transaction('r', [db.seenPages, db.watches, db.chats], async () => {
        const keys = await db.seenPages.where('origin').equals(origin).primaryKeys();
        return Promise.all(
          keys.map(async ([adapterId, , instanceId]) => {
            const chats = db.chats.where(PLACE).equals([origin, instanceId]);
            const chat = await chats.filter(({ binding }) => binding?.adapterId === adapterId).last();
            const page = { adapterId, origin, instanceId };
            const watch = (await db.watches.get(placeKey(page))) ?? null; // As documented.
            return { page, title: chat?.binding?.title ?? null, watch };
          }),
        );
      }),
  };
}
