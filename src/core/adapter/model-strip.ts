import type { Json } from '@/src/schema/values/json';
import type { ModelMark, ModelStrip } from '@/src/schema/values/model-strip';
import { isStewardError } from '../errors';
import { isSameJson } from '../hash';
import type { AdapterDefinition } from './adapter-definition';
import { uncheckedContextWithState } from './context-with-state';
import type { ModelGroup, PageModel } from './page-models';

/** Most marks of a strip. On a page with more models, a mark stands for several. */
const MAX_MARKS = 600;
/** Most groups of a strip, beside the one that joins the others. */
const MAX_GROUPS = 12;

/**
 * The strip of a page's models for a change of its restorable state; for the present state if both are the same. `context`: a context of
 * the page, with any state. Null for a page without models, and if deciding on them is too complex.
 */
export async function modelStrip(
  adapter: AdapterDefinition,
  context: Json,
  change: { from: Json; to: Json },
): Promise<ModelStrip | null> {
  const { models, saving } = adapter;
  if (models === undefined) return null;
  const under = async (state: Json | null) => {
    const shown = state === null ? null : contextIn(adapter, context, state);
    return shown === null ? null : models(shown);
  };
  try {
    const is = await under(change.to);
    const was = isSameJson(change.from, change.to) ? is : await under(change.from);
    const waits = saving !== undefined && !saving.isBypassed(context);
    const saved = waits ? await under(saving.stateFromSaved(context, saving.savedState(context))) : null;
    return was === null || is === null ? null : stripOf(was, is, saved);
  } catch (error) {
    // What the strip shows is said in words, too.
    if (isStewardError(error) && error.code === 'too-complex') return null;
    throw error;
  }
}

/**
 * The context with a restorable state of the adapter's own; null if the page can't show it. Without a check by the schema, which takes long on
 * a large page; the present context as it is, so that what is cached for it is found.
 */
function contextIn(adapter: AdapterDefinition, context: Json, state: Json): Json | null {
  if (isSameJson(adapter.restorableState(context), state)) return context;
  const shown = uncheckedContextWithState(adapter, context, state);
  return shown !== null && isSameJson(adapter.restorableState(shown), state) ? shown : null;
}

/** Longest name in a strip, in UTF-16 units: a stored approval request has hundreds of them. */
const MAX_NAME = 100;

function shortened(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`;
}

/** Compares the models before and after a change, and with the saved ones; null if nothing can be unsaved. */
export function stripOf(
  was: readonly ModelGroup[],
  is: readonly ModelGroup[],
  saved: readonly ModelGroup[] | null,
): ModelStrip {
  const [stateBefore, stateAfter, stateSaved] = [statesIn(was), statesIn(is), saved && statesIn(saved)];
  const names = [...new Set([...is, ...was].map(({ name }) => name))];
  const groups = names.map((group) => {
    const [before, after, kept] = [stateBefore(group), stateAfter(group), stateSaved?.(group)];
    if (before === null || after === null)
      return { name: group, marks: [{ state: 'unknown' as const, name: group, count: 1 }] };
    const marks = [...new Set([...after.keys(), ...before.keys()])].map((name): ModelMark => {
      const isUnsaved = kept && isVisible(kept.get(name)) !== isVisible(after.get(name));
      const state = markState(before.get(name), after.get(name));
      return { state, name: shortened(name), count: 1, ...(isUnsaved === true && { isUnsaved }) };
    });
    return { name: group, marks };
  });
  return { groups: binned(fewGroups(groups)) };
}

type States = ReadonlyMap<string, PageModel['state']>;

/** Finds the states of a group's models; null for a group that the page hasn't loaded. A group that isn't there has no models. */
function statesIn(groups: readonly ModelGroup[]): (group: string) => States | null {
  const byGroup = new Map(
    groups.map(({ name, models }) => [
      name,
      models && new Map(models.map((model) => [model.name, model.state])),
    ]),
  );
  return (group) => {
    const found = byGroup.get(group);
    return found === undefined ? new Map() : found;
  };
}

/** True for a model that clients get. One that isn't there is hidden. */
function isVisible(state: PageModel['state'] | undefined): boolean {
  return state !== undefined && state !== 'hidden';
}

function markState(
  before: PageModel['state'] | undefined,
  after: PageModel['state'] | undefined,
): ModelMark['state'] {
  if (isVisible(before) === isVisible(after)) return after ?? 'hidden'; // It isn't there any more, and was hidden.
  return isVisible(after) ? 'back' : 'lost';
}

type Groups = ModelStrip['groups'];

/** Joins models of a group in the same state, if there are more than {@link MAX_MARKS}. */
function binned(groups: Groups): Groups {
  const total = groups.reduce((sum, { marks }) => sum + marks.length, 0);
  if (total <= MAX_MARKS) return groups;
  const size = Math.ceil(total / MAX_MARKS);
  return groups.map(({ name, marks }) => {
    const kindOf = ({ state, isUnsaved }: ModelMark) => `${state} ${isUnsaved}`;
    const kinds = [...new Set(marks.map(kindOf))];
    const binsOf = (kind: string) =>
      inBins(
        marks.filter((mark) => kindOf(mark) === kind),
        size,
      );
    return { name, marks: kinds.flatMap(binsOf) };
  });
}

function inBins(marks: readonly ModelMark[], size: number): ModelMark[] {
  return marks.flatMap((mark, index) =>
    index % size === 0 ? { ...mark, count: Math.min(size, marks.length - index) } : [],
  );
}

/** The groups that change, and the others joined. If none changes, the first {@link MAX_GROUPS}. */
function fewGroups(groups: Groups): Groups {
  const changed = groups.filter(({ marks }) =>
    marks.some(({ state }) => state === 'lost' || state === 'back'),
  );
  const own = (changed.length > 0 ? changed : groups).slice(0, MAX_GROUPS);
  const others = groups.filter((group) => !own.includes(group));
  if (others.length < 2) return [...own, ...others];
  return [...own, { name: null, marks: others.flatMap(({ marks }) => marks) }];
}
