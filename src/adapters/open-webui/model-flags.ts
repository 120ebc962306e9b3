import { z } from 'zod';
import { isSameJson } from '@/src/core/hash';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Change, StateDifference } from '@/src/schema/change';
import { say } from '@/src/schema/values/said';
import { stamped, type UntimedChange } from '../kit/stamped';
import { without } from '../kit/without';

/** A model's flag that Steward can change. */
export type Flag = keyof OpenWebuiState;

export function restorableState({ disabled, hidden }: OpenWebuiContext): OpenWebuiState {
  return { disabled, hidden };
}

/** A copy of the state in which a flag is set or cleared for these ids. */
export function withFlag<State extends OpenWebuiState>(
  state: State,
  flag: Flag,
  ids: readonly string[],
  isSet: boolean,
): State {
  return { ...state, [flag]: isSet ? sorted([...state[flag], ...ids]) : without(state[flag], ids) };
}

/** Unique ids in code-unit order, so that equal states have equal JSON. */
export function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/** Longest id or name of a model on the page, in UTF-16 units. */
export const MAX_LISTED_NAME_LENGTH = 500;
/** Most models on the page. */
const MAX_LISTED_MODELS = 20_000;

const name = z.string().max(MAX_LISTED_NAME_LENGTH);
const ids = z.array(name.min(1)).max(MAX_LISTED_MODELS);

/** Schema of the restorable state. */
export const stateSchema = z.strictObject({ disabled: ids, hidden: ids });

/** The restorable state: ids of the disabled models and of the hidden models, each sorted. */
export type OpenWebuiState = z.output<typeof stateSchema>;

const listedModel = z.strictObject({
  id: name.min(1),
  name,
  /**
   * `base`: a connection offers it; `custom`: a user or administrator derived it from another model; `unavailable`: no
   * connection offers it any more.
   */
  kind: z.enum(['base', 'custom', 'unavailable']),
  /** Id of the model from which a custom model is derived; null for other kinds. */
  base: name.nullable(),
  /** Users who may choose the model while it is enabled. Administrators may choose any model. */
  access: z.enum(['everyone', 'some', 'administrators']),
});

/** A model as the page lists it. */
export type ListedModel = z.output<typeof listedModel>;

/** Schema of the whole context, as the state half reports it. */
export const contextSchema = stateSchema.extend({ models: z.array(listedModel).max(MAX_LISTED_MODELS) });

/** The models of one Open WebUI server, with their flags. */
export type OpenWebuiContext = z.output<typeof contextSchema>;

/** Type of the change that happens without a user: a connection offers other models. */
export const LIST_CHANGED = 'model_list_changed';

/** Words for a model whose flag is cleared or set. */
interface FlagWords {
  is: 'enabled' | 'disabled' | 'visible' | 'hidden';
  /** Past tense of the verb for the change. */
  did: string;
  /** Key of the changed models in the data of a result. */
  key: 'enabled' | 'disabled' | 'shown' | 'hidden';
}

export const FLAG_WORDS: Readonly<Record<Flag, { cleared: FlagWords; set: FlagWords }>> = {
  disabled: {
    cleared: { is: 'enabled', did: 'Enabled', key: 'enabled' },
    set: { is: 'disabled', did: 'Disabled', key: 'disabled' },
  },
  hidden: {
    cleared: { is: 'visible', did: 'Showed', key: 'shown' },
    set: { is: 'hidden', did: 'Hid', key: 'hidden' },
  },
};
const FLAGS: readonly Flag[] = ['disabled', 'hidden'];

/** The flags that differ between two states. Each entry has the model's id and the words for its flag in the second. */
function flagChanges(from: OpenWebuiState, to: OpenWebuiState): { id: string; is: FlagWords }[] {
  return FLAGS.flatMap((flag) => {
    const { set, cleared } = FLAG_WORDS[flag];
    return [
      ...without(to[flag], from[flag]).map((id) => ({ id, is: set })),
      ...without(from[flag], to[flag]).map((id) => ({ id, is: cleared })),
    ];
  });
}

/** The differences between two restorable states, one line for each flag of a model. */
export function diffState(from: OpenWebuiState, to: OpenWebuiState): StateDifference[] {
  return flagChanges(from, to).map(({ id, is: { is } }) => ({
    kind: 'modified',
    text: say(`open-webui.difference.${is}`, { model: visibleJson(id) }),
  }));
}

/** The changes between two contexts as change events with the timestamp `atMs`. */
export function diffContext(previous: OpenWebuiContext, next: OpenWebuiContext, atMs: number): Change[] {
  const flags = flagChanges(previous, next).map(({ id, is }) => ({ type: `model_${is.is}`, id }));
  return stamped([...flags, ...listChanges(previous.models, next.models)], atMs);
}

function listChanges(before: readonly ListedModel[], after: readonly ListedModel[]): UntimedChange[] {
  const earlierById = new Map(before.map((model) => [model.id, model]));
  const added = after.filter(({ id }) => !earlierById.has(id)).length;
  const removed = before.length + added - after.length;
  const edited = after.flatMap((model): UntimedChange[] => {
    const earlier = earlierById.get(model.id);
    return earlier === undefined || isSameJson(earlier, model) ? [] : [{ type: 'model_edited', ...model }];
  });
  if (added + removed === 0) return edited;
  return [...edited, { type: LIST_CHANGED, added, removed, new_count: after.length }];
}
