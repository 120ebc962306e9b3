import { browser } from 'wxt/browser';

/** A method of storage areas that is missing in Firefox and in the polyfill's types. */
interface RestrictableArea {
  setAccessLevel?(options: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/**
 * Denies content scripts access to `storage.local`, which contains the extension's settings and the layout of the
 * panel. `storage.session` is restricted by default. Firefox cannot restrict an area, so content scripts could read
 * these settings there. All other data is in the database, which content scripts cannot access.
 */
export async function restrictStorage(): Promise<void> {
  const area: RestrictableArea = browser.storage.local;
  await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
