import { browser } from 'wxt/browser';

/** Part of a storage area that Firefox lacks, and the polyfill's types. */
interface RestrictableArea {
  setAccessLevel?(options: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/**
 * Keeps `storage.local` from content scripts, which run in pages and need none of it: the global switch, the log's level
 * and whether notifications are wanted. `storage.session` is kept from them by default. Firefox can't restrict an area;
 * there a content script could read these settings. Everything else that is stored lies in the database, which no
 * content script reaches.
 */
export async function restrictStorage(): Promise<void> {
  const area: RestrictableArea = browser.storage.local;
  await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
