import { createHash } from 'node:crypto';

/**
 * The hash that Steward must have observed for a page's state: SHA-256 over JSON with sorted keys. Written anew
 * here, so that the product's own function is not its own witness.
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
