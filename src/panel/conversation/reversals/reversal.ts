import type { StateEffect } from '@/src/core/adapter/saving';
import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { UndoPreview } from '@/src/core/checkpoints/undo';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import type { StateDifference } from '@/src/schema/change';
import type { ErrorInfo } from '@/src/schema/error-info';

/** A reversal, without what the user chooses in its preview. */
export type WantedReversal =
  | PreviewedReversal
  | { kind: 'restore-unsaved' }
  | { kind: 'edit'; messageId: string; text: string };

/** The effect of a reversal, computed by the background. */
export type ShownPreview = NonNullable<ReversalPreview>;

export type PreviewState =
  /** Nothing is chosen or offered. */
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: ErrorInfo }
  | { state: 'ready'; preview: ShownPreview };

/** The user's choices in a preview: what becomes of changes that others made on the page, and whether an edit or retry keeps the page. */
export interface ManualChangesChoice {
  isKept: boolean;
  /** The version that wins in conflicts; null until chosen. */
  keep: 'page' | 'checkpoint' | null;
  /** True if an edit or a retry keeps the page. */
  keepsPage?: boolean;
}

/** Changes by others are kept unless the user chooses otherwise. */
export const DEFAULT_CHOICE: ManualChangesChoice = { isKept: true, keep: null };

/** Strategy of the page's rollback, from the user's choice; null if the page isn't rolled back. */
export function strategyOf(preview: ShownPreview, choice: ManualChangesChoice): RollbackStrategy | null {
  const rollback = rollbackOf(preview, choice);
  if (rollback === null) return null;
  const { isKept, keep } = choice;
  return rollback.merge !== null && isKept ? { strategy: 'merge', keep } : { strategy: 'replace' };
}

/** Number of conflicts that the user has yet to resolve. */
export function openConflicts(preview: ShownPreview, choice: ManualChangesChoice): number {
  // Only a rollback can have conflicts.
  const conflicts = rollbackOf(preview, choice)?.merge?.conflicts.length ?? 0;
  return choice.isKept && choice.keep === null ? conflicts : 0;
}

/** True if the reversal is possible, changes something, and all conflicts are resolved. */
export function isReady(preview: ShownPreview, choice: ManualChangesChoice): boolean {
  if (preview.kind === 'revision') return openConflicts(preview, choice) === 0;
  const moved = preview.kind === 'rollback' ? preview.messagesSetAside + preview.messagesBroughtBack : 0;
  return openConflicts(preview, choice) === 0 && shownDifferences(preview, choice).length + moved > 0;
}

/**
 * Differences that the reversal would make on the page with the user's choice. Unresolved conflicts count as keeping the page's version.
 */
export function shownDifferences(
  preview: ShownPreview,
  choice: ManualChangesChoice,
): readonly StateDifference[] {
  const { isKept, keep } = choice;
  // A revision shows its differences in the preview of the rollback that it offers.
  if (preview.kind === 'revision') return [];
  if (preview.kind === 'restore-saved') return preview.restore?.differences ?? [];
  const merge = isKept ? rollbackOf(preview, choice)?.merge : null;
  if (!merge) return preview.differences;
  const taken = keep === 'checkpoint' ? merge.conflicts.flatMap(({ differences }) => differences) : [];
  return [...merge.differences, ...taken];
}

/** The effect of a rollback or undo on others with the user's choice; null while conflicts are unresolved, and if it is unknown. */
export function effectOnOthers(
  preview: RollbackPreview | UndoPreview,
  choice: ManualChangesChoice,
): StateEffect | null {
  if (openConflicts(preview, choice) > 0) return null;
  const merge = preview.kind === 'rollback' && choice.isKept ? preview.merge : null;
  return merge === null ? preview.effect : merge.effects[choice.keep ?? 'page']; // Without conflicts, both sides are the same.
}

function rollbackOf(preview: ShownPreview, { keepsPage }: ManualChangesChoice): RollbackPreview | null {
  if (preview.kind !== 'revision') return preview.kind === 'rollback' ? preview : null;
  return preview.page.kind === 'choice' && keepsPage !== true ? preview.page.rollback : null;
}
