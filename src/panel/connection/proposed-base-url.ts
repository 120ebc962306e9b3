import { shownAddress } from '@/src/core/secrets/secret-address';
import type { PageStatus } from '@/src/messages/commands';
import type { Connection } from '@/src/store/db';

/**
 * The base URL that the page in front offers as its own endpoint; null where it offers none, where it is connected
 * already, or where it isn't on the page's own origin: a page must not lead a key to anybody else.
 */
export function proposedBaseUrl(page: PageStatus | null, connections: readonly Connection[]): string | null {
  if (page?.state !== 'connected' || page.proposedBaseUrl === null) return null;
  const proposed = page.proposedBaseUrl;
  if (!URL.canParse(proposed) || new URL(proposed).origin !== page.origin) return null;
  return connections.some(({ baseUrl }) => baseUrl === shownAddress(proposed)) ? null : proposed;
}
