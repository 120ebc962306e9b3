import { assertNever } from '../assert-never';
import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { othersOf } from '../page-history/changed-by';
import type { StateDifference } from '../records/change';
import { acceptState } from './accept-state';
import { type Merge, mergeStates } from './merge-states';
import type { RollbackInputs } from './rollback-inputs';
import { valueText } from './value-text';

/** What becomes of changes that were made by hand since Steward last knew the page. */
export type RollbackStrategy =
  /** They go as well: the page gets exactly the checkpoint's state. */
  | { strategy: 'replace' }
  /** They stay; where the rollback would change the same, `keep` says whose form it gets. Null: nobody was asked. */
  | { strategy: 'merge'; keep: 'page' | 'checkpoint' | null };

/** The same place, changed by hand and to be changed by the rollback. */
export interface RollbackConflict {
  /** JSON pointer into the page's restorable state. */
  path: string;
  /** What the page has there now, and what the checkpoint has, as text. */
  page: string;
  checkpoint: string;
  /** What taking the checkpoint's form there would change on the page. */
  differences: StateDifference[];
}

/** A rollback that keeps what was changed by hand. */
export interface MergeOffer {
  /** What would change on the page; of the conflicts, the page's form stays. */
  differences: StateDifference[];
  conflicts: RollbackConflict[];
}

/** What a rollback meets of changes by hand. */
export interface ManualChanges {
  /** What was changed by hand, or undone, since Steward last knew the page. Empty where none of it would be lost. */
  changedByHand: StateDifference[];
  /** Who changed it, e.g. "the user"; empty if nobody is known to have. */
  changedBy: string[];
  /** What would change if that is kept; null where it can't be, or where nothing would be lost. */
  merge: MergeOffer | null;
}

/** The changes by hand that a rollback would take back as well, and the offer to keep them. */
export function manualChangesOf(situation: RollbackInputs): ManualChanges {
  const { adapter, base, now, before } = situation;
  if (base === null) return { changedByHand: [], changedBy: [], merge: null };
  const merge = mergeStates(base, before, now);
  const changedByHand = adapter.diffState(base, now);
  const changedBy = othersOf(situation.differences.changes, situation.record.chat.id);
  const { data: state, success: isPossible } = adapter.stateSchema.safeParse(merge.resolve(() => 'theirs'));
  if (!isPossible) return { changedByHand, changedBy, merge: null };
  // The checkpoint's state has all of it already, or takes out the same.
  const isKeptAnyway = merge.conflicts.length === 0 && canonicalJson(state) === canonicalJson(before);
  if (isKeptAnyway) return { changedByHand: [], changedBy: [], merge: null };
  const conflicts = merge.conflicts.map(({ path, mine, theirs }, wanted) => ({
    path,
    page: valueText(theirs),
    checkpoint: valueText(mine),
    differences: adapter.diffState(
      state,
      merge.resolve((_, index) => (index === wanted ? 'mine' : 'theirs')),
    ),
  }));
  return { changedByHand, changedBy, merge: { differences: adapter.diffState(now, state), conflicts } };
}

/** The state that the page is to get. Throws `conflict` if nobody settled the conflicts, `state-refused` if there is no such state. */
export function rollbackState(situation: RollbackInputs, strategy: RollbackStrategy): Json {
  switch (strategy.strategy) {
    case 'replace':
      return situation.before;
    case 'merge': {
      const { adapter, base, before, now } = situation;
      if (base === null) return before;
      const merge = mergeStates(base, before, now);
      const side = strategy.keep === 'checkpoint' ? 'mine' : 'theirs';
      if (strategy.keep === null && merge.conflicts.length > 0) throw unsettled(merge);
      return acceptState(
        adapter,
        merge.resolve(() => side),
      );
    }
    default:
      return assertNever(strategy);
  }
}

function unsettled({ conflicts }: Merge): StewardError {
  return new StewardError('conflict', 'The rollback would change what was changed by hand.', {
    remedy: 'Say which form to keep where both changed the same.',
    details: conflicts
      .map(({ path, mine, theirs }) => `${path}: page ${valueText(theirs)}, checkpoint ${valueText(mine)}`)
      .join('; '),
  });
}
