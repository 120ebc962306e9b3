import { browser } from 'wxt/browser';

/** A method of storage areas that Firefox and the polyfill's types lack. */
interface RestrictableArea {
  setAccessLevel?(options: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/**
 * Denies content scripts access to `storage.local` (global switch, log level, notification setting, theme, layout of the
 * panel); they need none of it. `storage.session` is denied by default. Firefox can't restrict an area, so a content
 * script could read these settings there. Everything else is in the database, which content scripts can't
 * access.
 */
export async function restrictStorage(): Promise<void> {
  const area: RestrictableArea = browser.storage.local;
  await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
