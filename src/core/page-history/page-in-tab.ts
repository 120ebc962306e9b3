import type { PageBinding } from '@/src/schema/page-binding';

/**
 * Key of a page in one tab, the same across reloads. A tab may show several pages in turn, and several tabs may show
 * the same page.
 */
export function pageInTab({ adapterId, origin, instanceId }: PageBinding, tabId: number): string {
  return `${JSON.stringify([adapterId, origin, instanceId])}/tab:${tabId}`;
}

/** The prefix that the keys of one page have in all tabs. */
export function pageInAnyTab(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}
