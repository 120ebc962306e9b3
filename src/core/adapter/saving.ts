import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../ports/page-port';
import { changesPage } from '../records/tool-effect';
import type { AdapterDefinition } from './adapter-definition';

/** The part of an adapter that concerns saving. */
type Saving = Pick<AdapterDefinition, 'saving' | 'tools' | 'effectNote'>;

/** The saved state behind a page; null if the page saves nothing. */
export function savedStateOf({ saving }: Pick<Saving, 'saving'>, context: Json): Json | null {
  return saving?.savedState(context) ?? null;
}

/**
 * True if no save of the page holds back the assistant's changes: it has none, or applies changes without one. They take
 * effect at once, or as {@link effectNoteOf} says. Every change then needs approval by default.
 */
export function goesLive(adapter: Saving, context: Json): boolean {
  const { saving } = adapter;
  return saving === undefined ? !isReadOnly(adapter) : saving.isBypassed(context);
}

/** True if no tool of the adapter changes the page. */
export function isReadOnly({ tools }: Pick<Saving, 'tools'>): boolean {
  return !tools.some(({ effect }) => changesPage(effect));
}

const AT_ONCE = 'Changes of this page take effect at once.';

/** When the changes of a page that {@link goesLive} take effect, in one sentence. */
export function effectNoteOf({ effectNote }: Pick<Saving, 'effectNote'>): string {
  return effectNote ?? AT_ONCE; // As the definition's field says.
}
const UNTOUCHED = 'The page itself is not changed.';

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
  if (goesLive(adapter, context)) return effectNoteOf(adapter);
  return saving?.words.untouched ?? UNTOUCHED;
}

/** The same after the rollback. `context`: the page after it. */
export function outsideEffectAfter(adapter: Saving, context: Json): string {
  const { saving } = adapter;
  if (goesLive(adapter, context)) return effectNoteOf(adapter);
  if (saving === undefined) return UNTOUCHED;
  const unsaved = saving.unsavedNote(context);
  return unsaved === null ? saving.words.unchanged : `${unsaved} Save the page to make it match.`;
}
