import { z } from 'zod';
import { type PageBinding, pagePlaceSchema } from '@/src/schema/page-binding';
import { type SiteMark, siteMarkSchema } from '@/src/schema/site';
import { WATCH_INTERVALS } from '@/src/schema/values/watch-interval';
import { command, id, returns } from './command';

const origin = z.url().max(300);

/**
 * Steward's way to a site in a chat about several sites: without a tab; in an open tab; not before it is opened, allowed, or its
 * key is entered.
 */
export type SiteReach = 'without-tab' | 'open' | 'not-open' | 'not-allowed' | 'key-missing';

/** A site that a chat can be about. */
export interface KnownSite {
  binding: PageBinding;
  /** The user's name for the site, or its host; unique in the list. */
  name: string;
  /** The colour of the user's name for the site; null if it has none. */
  color: SiteMark['color'] | null;
  /** The set that the user put the site in; null if none. */
  set: SiteMark | null;
  reach: SiteReach;
  /** True for the sites that the chat is about. */
  isChosen: boolean;
}

/** Commands for Steward's access to sites. */
export const siteCommands = [
  /** Stores that the user granted lasting access to the site: Steward connects after every load from now on. */
  command('keep-site', { origin }),
  /** Switches Steward on or off, on one site or, with the origin null, everywhere: it accesses no page where it is off. */
  command('switch-steward', { origin: origin.nullable(), isOn: z.boolean() }),
  /** Stores the user's name and colour for a site with lasting access, and its set; null removes them. Without `set`, that stays. */
  command('mark-site', {
    origin,
    mark: siteMarkSchema.nullable(),
    set: siteMarkSchema.nullable().exactOptional(),
  }),
  /** Returns the sites that chats are about, as far as they have the adapter of the chat `chatId`. Reads no page. */
  command('known-sites', { chatId: id }, returns<KnownSite[]>()),
  /** Removes the site's permission and its row. */
  command('forget-site', { origin }),
  /** Watches a page, or ends that with null. Fails with `managed` if the organisation forbids it. */
  command('watch-page', {
    page: pagePlaceSchema,
    every: z.enum(WATCH_INTERVALS).nullable(),
  }),
  /**
   * Stores the user's key for the API of an admin page's server. It replaces an earlier one, and is sent to that origin
   * only.
   */
  command('save-page-key', { adapterId: id, origin, key: z.string().trim().min(1).max(10_000) }),
] as const;
