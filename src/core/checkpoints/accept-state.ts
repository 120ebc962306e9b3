import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { textError } from '../errors';

/** Validates a merged state by the adapter's schema. Throws `state-refused` if it is no valid state of the page. */
export function acceptState(adapter: AdapterDefinition, merged: Json): Json {
  const parsed = adapter.stateSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  throw textError('state-refused', 'error.checkpoints.invalidState', {
    details: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  });
}
