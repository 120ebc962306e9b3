import type { StateDifference } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import { effectOfState, type StateEffect } from '../adapter/saving';
import { assertNever } from '../assert-never';
import { type StewardError, textError } from '../errors';
import { isSameJson } from '../hash';
import { othersOf } from '../page-history/changed-by';
import { causeName, isOwnRestore } from '../records/change-cause';
import { english } from '../text/english';
import { acceptState } from './accept-state';
import { type Merge, mergeStates } from './merge-states';
import type { RollbackInputs } from './rollback-inputs';
import { valueText } from './value-text';

/** The treatment of changes that others made since the state of the page that the conversation knows. */
export type RollbackStrategy =
  /** Reverts them: the page gets exactly the checkpoint's state. */
  | { strategy: 'replace' }
  /** Keeps them. `keep` selects the side for conflicts with the rollback; null if the user wasn't asked. */
  | { strategy: 'merge'; keep: 'page' | 'checkpoint' | null };

/** A place that was changed by others and would be changed by the rollback. */
interface RollbackConflict {
  /** JSON pointer into the page's restorable state. */
  path: string;
  /** The page's value there and the checkpoint's, as text. */
  page: Said;
  checkpoint: Said;
  /** The changes of the page if the checkpoint's value is taken. */
  differences: StateDifference[];
}

/** A rollback that keeps the changes by others. */
export interface MergeOffer {
  /** The changes of the page if the page's value is kept in all conflicts. */
  differences: StateDifference[];
  conflicts: RollbackConflict[];
  /** The effect on others (see `effectOfState`), by the side that wins in all conflicts. */
  effects: { page: StateEffect; checkpoint: StateEffect };
}

/** Changes by others that a rollback would revert. */
export interface ManualChanges {
  /** The changes by others since the state that the conversation and its undos left. Empty if none would be lost. */
  changedByHand: StateDifference[];
  /** Their makers, e.g. "you"; empty if unknown. */
  changedBy: Said[];
  /** The rollback that keeps these changes; null if they can't be kept, or none would be lost. */
  merge: MergeOffer | null;
}

/** The changes by others that a rollback would revert, with the rollback that would keep them. */
export async function manualChangesOf(inputs: RollbackInputs): Promise<ManualChanges> {
  const { adapter, base, now, before } = inputs;
  if (base === null) return { changedByHand: [], changedBy: [], merge: null };
  const merge = mergeStates(base, before, now);
  const changedByHand = adapter.diffState(base, now);
  const { id } = inputs.record.chat;
  const byOthers = inputs.differences.changes.filter(({ cause }) => !isOwnRestore(cause, id));
  const changedBy = othersOf(byOthers, id).map((cause) => causeName(cause, id));
  const { data: state, success: isValid } = adapter.stateSchema.safeParse(merge.resolve(() => 'theirs'));
  if (!isValid) return { changedByHand, changedBy, merge: null };
  // The checkpoint's state already contains all of these changes.
  const isKeptAnyway = merge.conflicts.length === 0 && isSameJson(state, before);
  if (isKeptAnyway) return { changedByHand: [], changedBy: [], merge: null };
  const { context } = inputs.reading;
  const page = await effectOfState(adapter, context, state);
  // Without conflicts, both sides lead to the same state.
  const checkpoint =
    merge.conflicts.length === 0
      ? page
      : await effectOfState(
          adapter,
          context,
          merge.resolve(() => 'mine'),
        );
  const conflicts = merge.conflicts.map(({ path, mine, theirs }, position) => ({
    path,
    page: valueText(theirs),
    checkpoint: valueText(mine),
    differences: adapter.diffState(
      state,
      merge.resolve((_, index) => (index === position ? 'mine' : 'theirs')),
    ),
  }));
  return {
    changedByHand,
    changedBy,
    merge: { differences: adapter.diffState(now, state), conflicts, effects: { page, checkpoint } },
  };
}

/** The page's state after the rollback. Throws `conflict` if conflicts are unresolved, `state-refused` if the merged state is invalid. */
export function rollbackState(inputs: RollbackInputs, strategy: RollbackStrategy): Json {
  switch (strategy.strategy) {
    case 'replace':
      return inputs.before;
    case 'merge': {
      const { adapter, base, before, now } = inputs;
      if (base === null) return before;
      const merge = mergeStates(base, before, now);
      const side = strategy.keep === 'checkpoint' ? 'mine' : 'theirs';
      if (strategy.keep === null && merge.conflicts.length > 0) throw unresolvedConflicts(merge);
      return acceptState(
        adapter,
        merge.resolve(() => side),
      );
    }
    default:
      return assertNever(strategy);
  }
}

function unresolvedConflicts({ conflicts }: Merge): StewardError {
  return textError('conflict', 'error.checkpoints.conflict', {
    details: conflicts
      .map(
        ({ path, mine, theirs }) =>
          `${path}: page ${english(valueText(theirs))}, checkpoint ${english(valueText(mine))}`,
      )
      .join('; '),
  });
}
