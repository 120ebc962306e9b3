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
  const changed = uncheckedContextWithState(adapter, context, state);
  if (changed === null || !adapter.contextSchema.safeParse(changed).success) return null;
  return isSameJson(adapter.restorableState(changed), state) ? changed : null;
}

/** As {@link contextWithState}, without the checks. Null only if context or state isn't an object. */
export function uncheckedContextWithState(
  adapter: Pick<AdapterDefinition, 'withState'>,
  context: Json,
  state: Json,
): Json | null {
  if (!isJsonObject(context) || !isJsonObject(state)) return null;
  return adapter.withState?.(context, state) ?? { ...context, ...state }; // The usual form.
}
