import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../ports/page-port';
import type { AdapterDefinition } from './adapter-definition';

/** The part of an adapter that concerns saving. */
type Saving = Pick<AdapterDefinition, 'saving'>;

/** The saved state behind a page; null if the page saves nothing. */
export function savedStateOf({ saving }: Saving, context: Json): Json | null {
  return saving?.savedState(context) ?? null;
}

/**
 * True if changes of the page take effect for others at once: it has no save, or applies changes without one. Every
 * change then needs approval by default.
 */
export function goesLive({ saving }: Saving, context: Json): boolean {
  return saving === undefined || saving.isBypassed(context);
}

const AT_ONCE = 'Changes of this page take effect at once.';

/**
 * Identifies what a preview is based on: the page's state, and whether changes take effect at once. A preview is refused
 * once this is different.
 */
export function previewBasis(
  adapter: Saving,
  { stateHash, context }: Pick<PageReading, 'stateHash' | 'context'>,
): string {
  const isBypassed = adapter.saving !== undefined && goesLive(adapter, context);
  return isBypassed ? hashJson({ stateHash, isBypassed }) : stateHash;
}

/** The effect of a rollback on others than the page's user, in one sentence before it is carried out. */
export function outsideEffectBefore(adapter: Saving, context: Json): string {
  const { saving } = adapter;
  return saving === undefined || goesLive(adapter, context) ? AT_ONCE : saving.words.untouched;
}

/** The same after the rollback. `context`: the page after it. */
export function outsideEffectAfter(adapter: Saving, context: Json): string {
  const { saving } = adapter;
  if (saving === undefined || goesLive(adapter, context)) return AT_ONCE;
  const unsaved = saving.unsavedNote(context);
  return unsaved === null ? saving.words.unchanged : `${unsaved} Save the page to make it match.`;
}
