import type { AdapterDefinition } from '../adapter/adapter-definition';
import { StewardError } from '../errors';
import type { Json } from '../json';

/** Validates a merged state by the adapter's schema. Throws `state-refused` if it is no valid state of the page. */
export function acceptState(adapter: AdapterDefinition, merged: Json): Json {
  const parsed = adapter.stateSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  throw new StewardError('state-refused', 'The combined changes give no valid state of the page.', {
    remedy: 'Restore the whole checkpoint instead, or change the page by hand first.',
    details: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  });
}
