import type { StateEffect } from '@/src/core/adapter/saving';
import type { MergeOffer } from '@/src/core/checkpoints/rollback-strategy';
import type { ShownPreview } from '@/src/panel/conversation/reversals/reversal';
import type { StateDifference } from '@/src/schema/change';
import type { Said } from '@/src/schema/values/said';

type RollbackShown = Extract<ShownPreview, { kind: 'rollback' }>;
type UndoShown = Extract<ShownPreview, { kind: 'undo' }>;

export const RULE_A = { kind: 'removed', text: 'openai: ignore rule "a"' } as const satisfies StateDifference;
export const RULE_B = { kind: 'removed', text: 'openai: ignore rule "b"' } as const satisfies StateDifference;

/** The state of page and conversation for which a preview was computed. */
export const SHOWN = { stateHash: 'a'.repeat(64), position: 3 };

/** An effect on a page without models. */
function saysOnly(text: Said): StateEffect {
  return { text, strip: null };
}

/** A preview of a rollback without changes, with overrides. */
export function rollbackPreview(changes: Partial<RollbackShown>): RollbackShown {
  return {
    kind: 'rollback',
    ...SHOWN,
    differences: [],
    delta: { added: {}, removed: {}, modified: {} },
    changedByHand: [],
    changedBy: [],
    merge: null,
    messagesSetAside: 0,
    messagesBroughtBack: 0,
    isRedo: false,
    effect: saysOnly(''),
    savedNote: 'Saved file: not touched.',
    ...changes,
  };
}

/** A preview of an undo without changes, with overrides. */
export function undoPreview(changes: Partial<UndoShown>): UndoShown {
  return {
    kind: 'undo',
    ...SHOWN,
    differences: [],
    isExact: true,
    blockers: [],
    effect: saysOnly(''),
    savedNote: 'Saved file: not touched.',
    ...changes,
  };
}

/** Keeping manual changes would undo rule A; there is one conflict. */
export const WITH_CONFLICT: MergeOffer = {
  differences: [RULE_A],
  conflicts: [{ path: '/drafts/openai/ignore', page: '["x"]', checkpoint: '["b"]', differences: [RULE_B] }],
  effects: { page: saysOnly('Hides 2 models.'), checkpoint: saysOnly('Hides 3 models.') },
};

export const WITHOUT_CONFLICT: MergeOffer = {
  differences: [RULE_A],
  conflicts: [],
  effects: { page: saysOnly(''), checkpoint: saysOnly('') },
};
