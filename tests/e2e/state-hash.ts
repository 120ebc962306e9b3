import { createHash } from 'node:crypto';

/**
 * The expected hash of a page's state: SHA-256 of JSON with sorted keys. Implemented here again, so that the
 * product's own function isn't used to check itself.
 */
export function stateHash(state: object): string {
  return createHash('sha256').update(sortedJson(state), 'utf8').digest('hex');
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
