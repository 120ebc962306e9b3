import { isJsonObject, type Json } from '@/src/schema/values/json';
import { isSameJson } from '../hash';
import type { AdapterDefinition } from './adapter-definition';

/**
 * Replaces the restorable state in a context; null if that isn't possible. It is possible if the state's members are members of the
 * context as well, as with most adapters, or by the adapter's `withState`. The result is checked to have exactly that state.
 */
export function contextWithState(
  adapter: Pick<AdapterDefinition, 'contextSchema' | 'restorableState' | 'withState'>,
  context: Json,
  state: Json,
): Json | null {
  if (!isJsonObject(context) || !isJsonObject(state)) return null;
  const changed = adapter.withState?.(context, state) ?? { ...context, ...state }; // The usual form.
  if (!adapter.contextSchema.safeParse(changed).success) return null;
  return isSameJson(adapter.restorableState(changed), state) ? changed : null;
}
