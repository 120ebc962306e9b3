import { visibleJson } from '@/src/core/text/visible-json';
import type { Change, StateDifference } from '@/src/schema/change';
import {
  type Flag,
  flagChanges,
  type ListedModel,
  type OpenWebuiContext,
  type OpenWebuiState,
} from './model-flags';

/** The type of the change that the server makes by itself: a connection offers other models. */
export const LIST_CHANGED = 'model_list_changed';

/** A model without and with each flag, in words. */
export const FLAG_WORDS: Readonly<Record<Flag, { cleared: string; set: string }>> = {
  disabled: { cleared: 'enabled', set: 'disabled' },
  hidden: { cleared: 'visible', set: 'hidden' },
};
const FLAGS: readonly Flag[] = ['disabled', 'hidden'];

/** The differences between two restorable states, one line for each flag of a model. */
export function diffState(from: OpenWebuiState, to: OpenWebuiState): StateDifference[] {
  return FLAGS.flatMap((flag) => {
    const { set, cleared } = flagChanges(from, to, flag);
    const words = FLAG_WORDS[flag];
    const line = (id: string, before: string, after: string): StateDifference => ({
      kind: 'modified',
      text: `${visibleJson(id)}: ${before} → ${after}`,
    });
    return [
      ...set.map((id) => line(id, words.cleared, words.set)),
      ...cleared.map((id) => line(id, words.set, words.cleared)),
    ];
  });
}

/** The changes between two contexts as change events, all stamped with `atMs`. */
export function diffContext(previous: OpenWebuiContext, next: OpenWebuiContext, atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  const flags = FLAGS.flatMap((flag) => {
    const { set, cleared } = flagChanges(previous, next, flag);
    const event = (word: string) => (id: string) => ({ type: `model_${word}`, timestamp, id });
    return [...set.map(event(FLAG_WORDS[flag].set)), ...cleared.map(event(FLAG_WORDS[flag].cleared))];
  });
  return [...flags, ...listChanges(previous.models, next.models, timestamp)];
}

function listChanges(
  before: readonly ListedModel[],
  after: readonly ListedModel[],
  timestamp: string,
): Change[] {
  const known = new Map(before.map((model) => [model.id, model]));
  const added = after.filter(({ id }) => !known.has(id)).length;
  const removed = before.length + added - after.length;
  const edited = after.flatMap((model): Change[] => {
    const earlier = known.get(model.id);
    if (earlier === undefined || isSame(earlier, model)) return [];
    return [{ type: 'model_edited', timestamp, ...model }];
  });
  if (added + removed === 0) return edited;
  return [...edited, { type: LIST_CHANGED, timestamp, added, removed, new_count: after.length }];
}

function isSame(one: ListedModel, other: ListedModel): boolean {
  return (
    one.name === other.name &&
    one.kind === other.kind &&
    one.base === other.base &&
    one.access === other.access
  );
}
