import type { MergeOffer } from '@/src/core/checkpoints/rollback-strategy';
import type { StateDifference } from '@/src/core/records/change';
import type { TakeBackPreview } from '@/src/panel/checkpoints/take-back';

type RollbackShown = Extract<TakeBackPreview, { kind: 'rollback' }>;
type UndoShown = Extract<TakeBackPreview, { kind: 'undo' }>;

export const RULE_A: StateDifference = { kind: 'removed', text: 'openai: ignore rule "a"' };
export const RULE_B: StateDifference = { kind: 'removed', text: 'openai: ignore rule "b"' };

/** A rollback that changes nothing, but for what is said. */
export function rollbackPreview(changes: Partial<RollbackShown>): RollbackShown {
  return {
    kind: 'rollback',
    stateHash: 'h',
    differences: [],
    delta: { added: {}, removed: {}, modified: {} },
    changedByHand: [],
    changedBy: [],
    merge: null,
    messagesSetAside: 0,
    messagesBroughtBack: 0,
    savedNote: 'Saved file: not touched.',
    ...changes,
  };
}

/** An undo that changes nothing, but for what is said. */
export function undoPreview(changes: Partial<UndoShown>): UndoShown {
  return {
    kind: 'undo',
    stateHash: 'h',
    differences: [],
    isExact: true,
    obstacles: [],
    savedNote: 'Saved file: not touched.',
    ...changes,
  };
}

/** Keeping by hand would undo rule A; in one place both changed the same. */
export const WITH_CONFLICT: MergeOffer = {
  differences: [RULE_A],
  conflicts: [{ path: '/drafts/openai/ignore', page: '["x"]', checkpoint: '["b"]', differences: [RULE_B] }],
};

export const WITHOUT_CONFLICT: MergeOffer = { differences: [RULE_A], conflicts: [] };
