import type { ReversalPreview } from '@/src/core/checkpoints/reversals';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import type { StateDifference } from '@/src/schema/change';
import type { ErrorInfo } from '@/src/schema/error-info';

/** A reversal, without what the user chooses in its preview. */
export type WantedReversal = PreviewedReversal | { kind: 'restore-unsaved' };

/** The effect of a reversal, computed by the background. */
export type ShownPreview = NonNullable<ReversalPreview>;

export type PreviewState =
  /** Nothing is chosen or offered. */
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; error: ErrorInfo }
  | { state: 'ready'; preview: ShownPreview };

/** The user's choice for changes that others made on the page. Only the preview of a rollback offers one. */
export interface ManualChangesChoice {
  isKept: boolean;
  /** The version to keep in conflicts; null until chosen. */
  keep: 'page' | 'checkpoint' | null;
}

/** Changes by others are kept unless the user chooses otherwise. */
export const DEFAULT_CHOICE: ManualChangesChoice = { isKept: true, keep: null };

/**
 * Applies the checkpoint's state exactly. Preset for the redo of an undo: no call of the conversation made the undo, so it counts
 * as a change by others, which the default would keep.
 */
export const REPLACE_CHOICE: ManualChangesChoice = { isKept: false, keep: null };

export function strategyOf(preview: ShownPreview, { isKept, keep }: ManualChangesChoice): RollbackStrategy {
  return mergeOf(preview) !== null && isKept ? { strategy: 'merge', keep } : { strategy: 'replace' };
}

/** Number of conflicts that the user has yet to resolve. */
export function openConflicts(preview: ShownPreview, { isKept, keep }: ManualChangesChoice): number {
  return isKept && keep === null ? (mergeOf(preview)?.conflicts.length ?? 0) : 0;
}

/** True if the reversal is possible and all conflicts are resolved. */
export function isReady(preview: ShownPreview, choice: ManualChangesChoice): boolean {
  if (preview.kind === 'undo') return preview.obstacles.length === 0;
  if (preview.kind === 'restore-saved') return preview.restore !== null;
  return openConflicts(preview, choice) === 0;
}

/** Differences that the reversal makes on the page with the user's choice. Open conflicts count as keeping the page's version. */
export function shownDifferences(
  preview: ShownPreview,
  { isKept, keep }: ManualChangesChoice,
): readonly StateDifference[] {
  if (preview.kind === 'restore-saved') return preview.restore?.differences ?? [];
  const merge = isKept ? mergeOf(preview) : null;
  if (merge === null) return preview.differences;
  const taken = keep === 'checkpoint' ? merge.conflicts.flatMap(({ differences }) => differences) : [];
  return [...merge.differences, ...taken];
}

function mergeOf(preview: ShownPreview) {
  return preview.kind === 'rollback' ? preview.merge : null;
}
