import type { Json } from '@/src/schema/values/json';
import type { ModelStrip } from '@/src/schema/values/model-strip';
import { type Said, say } from '@/src/schema/values/said';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import type { PageReading } from '../ports/page-port';
import { changesPage } from '../records/tool-effect';
import type { ToolDefinition } from '../tools/tool-definition';
import type { AdapterDefinition } from './adapter-definition';
import { contextWithState } from './context-with-state';
import { modelStrip } from './model-strip';

type Saving = Pick<AdapterDefinition, 'saving' | 'tools' | 'effectNote' | 'isNeverRestored'>;

/** The saved state of a page; null if the adapter describes none. */
export function savedStateOf({ saving }: Pick<Saving, 'saving'>, context: Json): Json | null {
  return saving?.savedState(context) ?? null;
}

/**
 * True if no save of the page holds back the assistant's changes: it has none, or applies changes without one. They take
 * effect at once, or as {@link effectNoteOf} says. Every change then needs approval by default. A page's own tools don't
 * count: each of them needs approval anyway.
 */
export function goesLive(adapter: Saving, context: Json): boolean {
  const { saving } = adapter;
  return saving === undefined ? adapter.tools.some(isOwnChange) : saving.isBypassed(context);
}

/** True for a tool of the adapter that changes the page. */
function isOwnChange({ effect, pageTool }: ToolDefinition): boolean {
  return changesPage(effect) && pageTool === undefined;
}

/** True if no tool changes the page. */
export function isReadOnly({ tools }: Pick<Saving, 'tools'>): boolean {
  return !tools.some(({ effect }) => changesPage(effect));
}

/** The sentence that says when the changes of a page that {@link goesLive} take effect. */
function effectNoteOf({ effectNote }: Pick<Saving, 'effectNote'>): Said {
  return effectNote ?? say('said.saving.atOnce'); // The documented default of the field.
}

/**
 * Identifies what a preview is based on: the page's state, and whether changes take effect at once. A preview is refused
 * once this is different. Always the same for a page that is never restored.
 */
export function previewBasis(
  adapter: Saving,
  { stateHash, context }: Pick<PageReading, 'stateHash' | 'context'>,
): string {
  if (adapter.isNeverRestored) return hashJson(null);
  const isBypassed = adapter.saving !== undefined && goesLive(adapter, context);
  return isBypassed ? hashJson({ stateHash, isBypassed }) : stateHash;
}

/** The effect of a state on others, before the page is put into it. */
export interface StateEffect {
  /** In sentences; empty if it is unknown, or if the differences say it. */
  text: Said;
  /** Every model of the page, before and after; null for a page without models. */
  strip: ModelStrip | null;
}

export async function effectOfState(
  adapter: AdapterDefinition,
  context: Json,
  state: Json,
): Promise<StateEffect> {
  const change = { from: adapter.restorableState(context), to: state };
  return {
    text: await textOfEffect(adapter, context, state),
    strip: await modelStrip(adapter, context, change),
  };
}

async function textOfEffect(adapter: AdapterDefinition, context: Json, state: Json): Promise<Said> {
  const after = contextWithState(adapter, context, state);
  if (after === null || adapter.stateEffect === undefined) return '';
  try {
    return await adapter.stateEffect(context, after);
  } catch (error) {
    // The preview still shows the differences.
    if (isStewardError(error) && error.code === 'too-complex') return '';
    throw error;
  }
}

/** The effect of a rollback on others than the page's user, in one sentence before it is carried out. */
export function outsideEffectBefore(adapter: Saving, context: Json): Said {
  const { saving } = adapter;
  if (goesLive(adapter, context)) return effectNoteOf(adapter);
  return saving?.words.untouched ?? untouched(adapter);
}

/** The sentence for a page that a rollback does not change. */
function untouched({ tools }: Pick<Saving, 'tools'>): Said {
  const offersTools = tools.some(({ pageTool }) => pageTool !== undefined);
  return say(offersTools ? 'said.saving.untouchedButTools' : 'said.saving.untouched');
}

/**
 * The effect of a rollback on others than the page's user, in one sentence after it. `context`: the page after the
 * rollback.
 */
export function outsideEffectAfter(adapter: Saving, context: Json): Said {
  const { saving } = adapter;
  if (goesLive(adapter, context)) return effectNoteOf(adapter);
  if (saving === undefined) return untouched(adapter);
  const note = saving.unsavedNote(context);
  return note === null ? saving.words.unchanged : say('said.saving.unsaved', { note });
}
