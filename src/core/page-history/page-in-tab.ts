import type { PageBinding } from '@/src/schema/page-binding';

/** Identifies a page in a tab, across reloads. A tab may show several pages one after the other, and several tabs one page. */
export function pageInTab({ adapterId, origin, instanceId }: PageBinding, tabId: number): string {
  return `${JSON.stringify([adapterId, origin, instanceId])}/tab:${tabId}`;
}

/** The start that the keys of a page in all tabs have in common. */
export function pageInAnyTab(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}
