import type { RollbackPreview, UndoPreview } from '@/src/core/checkpoints/rollback';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { StateDifference } from '@/src/core/records/change';

/** What can be taken back at a checkpoint: all that came after it, or only what its answer changed. */
export type TakeBackKind = 'rollback' | 'undo';

/** What taking back would do, as the background worked it out. */
export type TakeBackPreview = ({ kind: 'rollback' } & RollbackPreview) | ({ kind: 'undo' } & UndoPreview);

/** What the user wants to become of changes made by hand. */
export interface ByHandChoice {
  isKept: boolean;
  /** Whose form stays where both changed the same; null while that is open. */
  keep: 'page' | 'checkpoint' | null;
}

/** Nobody's changes go unless somebody says so. */
export const FIRST_CHOICE: ByHandChoice = { isKept: true, keep: null };

/** The strategy that a choice comes to. */
export function strategyOf({ merge }: RollbackPreview, { isKept, keep }: ByHandChoice): RollbackStrategy {
  return merge !== null && isKept ? { strategy: 'merge', keep } : { strategy: 'replace' };
}

/** The places in which the user still has to say whose form stays. */
export function openConflicts(preview: TakeBackPreview, { isKept, keep }: ByHandChoice): number {
  if (preview.kind === 'undo' || !isKept || keep !== null) return 0;
  return preview.merge?.conflicts.length ?? 0;
}

/** Whether everything is said and possible that the taking back needs. */
export function isReady(preview: TakeBackPreview, choice: ByHandChoice): boolean {
  return preview.kind === 'undo' ? preview.obstacles.length === 0 : openConflicts(preview, choice) === 0;
}

/** What would change on the page, as chosen; of conflicts that are open, the page's form stays. */
export function shownDifferences(
  preview: TakeBackPreview,
  { isKept, keep }: ByHandChoice,
): readonly StateDifference[] {
  const merge = preview.kind === 'rollback' && isKept ? preview.merge : null;
  if (merge === null) return preview.differences;
  const taken = keep === 'checkpoint' ? merge.conflicts.flatMap(({ differences }) => differences) : [];
  return [...merge.differences, ...taken];
}
