import { shownAddress } from '@/src/core/secrets/secret-address';
import type { PageStatus } from '@/src/messages/page-status';
import type { Connection } from '@/src/schema/connection';

/**
 * The base URL that the current page proposes as its own endpoint; null if it proposes none, if a connection to it
 * exists, or if it isn't on the page's origin: a page must not redirect a key to another host.
 */
export function proposedBaseUrl(page: PageStatus | null, connections: readonly Connection[]): string | null {
  if (page?.state !== 'connected' || page.proposedBaseUrl === null) return null;
  const proposed = page.proposedBaseUrl;
  if (!URL.canParse(proposed) || new URL(proposed).origin !== page.origin) return null;
  return connections.some(({ baseUrl }) => baseUrl === shownAddress(proposed)) ? null : proposed;
}
