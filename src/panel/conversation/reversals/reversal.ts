import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { UndoPreview } from '@/src/core/checkpoints/undo';
import type { StateDifference } from '@/src/schema/change';

/** A rollback reverts all changes after a checkpoint; an undo only those of the answer that follows it. */
export type ReversalKind = 'rollback' | 'undo';

/** Preview of a rollback or undo, computed by the background. */
export type ReversalPreview = ({ kind: 'rollback' } & RollbackPreview) | ({ kind: 'undo' } & UndoPreview);

/** The user's choice about manual changes. */
export interface ManualChangesChoice {
  isKept: boolean;
  /** The version to keep in conflicts; null until chosen. */
  keep: 'page' | 'checkpoint' | null;
}

/** Manual changes are kept unless the user chooses otherwise. */
export const DEFAULT_CHOICE: ManualChangesChoice = { isKept: true, keep: null };

/**
 * For the redo of an undo. The conversation does not know that undo, so it counts as a change by others, and would be kept by
 * the default.
 */
export const REDO_UNDO_CHOICE: ManualChangesChoice = { isKept: false, keep: null };

/** The rollback strategy for a choice. */
export function strategyOf(
  { merge }: RollbackPreview,
  { isKept, keep }: ManualChangesChoice,
): RollbackStrategy {
  return merge !== null && isKept ? { strategy: 'merge', keep } : { strategy: 'replace' };
}

/** Number of conflicts that the user has yet to resolve. */
export function openConflicts(preview: ReversalPreview, { isKept, keep }: ManualChangesChoice): number {
  if (preview.kind === 'undo' || !isKept || keep !== null) return 0;
  return preview.merge?.conflicts.length ?? 0;
}

/** True if the rollback or undo is possible and all conflicts are resolved. */
export function isReady(preview: ReversalPreview, choice: ManualChangesChoice): boolean {
  return preview.kind === 'undo' ? preview.obstacles.length === 0 : openConflicts(preview, choice) === 0;
}

/** The page changes for the user's choice. Open conflicts count as keeping the page's version. */
export function shownDifferences(
  preview: ReversalPreview,
  { isKept, keep }: ManualChangesChoice,
): readonly StateDifference[] {
  const merge = preview.kind === 'rollback' && isKept ? preview.merge : null;
  if (merge === null) return preview.differences;
  const taken = keep === 'checkpoint' ? merge.conflicts.flatMap(({ differences }) => differences) : [];
  return [...merge.differences, ...taken];
}
