import { shownAddress } from '@/src/core/secrets/secret-address';
import type { PageStatus } from '@/src/messages/page-status';
import type { Connection } from '@/src/schema/connection';

/**
 * The base URL that the current page proposes as its own endpoint. Null if the page proposes none, if there is a connection to it already,
 * or if its origin isn't the page's: a page must not redirect a key to another host.
 */
export function proposedBaseUrl(page: PageStatus | null, connections: readonly Connection[]): string | null {
  if (page?.state !== 'connected' || page.proposedBaseUrl === null) return null;
  const proposed = page.proposedBaseUrl;
  if (!URL.canParse(proposed) || new URL(proposed).origin !== page.origin) return null;
  return connections.some(({ baseUrl }) => baseUrl === shownAddress(proposed)) ? null : proposed;
}
