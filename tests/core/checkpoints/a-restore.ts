import type { RestoreIntent } from '@/src/core/checkpoints/restore-intent';

/** A journaled rollback whose effect could not be computed beforehand. */
export function aRestore(chatId: string, startedAtMs: number): RestoreIntent {
  return {
    chatId,
    executionId: `restore-${chatId}`,
    backId: `back-${chatId}`,
    startedAtMs,
    reason: 'before-rollback',
    page: 'tab:1',
    document: 'd',
    before: { stateHash: 'h0', savedHash: 's' },
    after: { stateHash: 'h1', savedHash: 's' },
    afterContext: null,
    entry: null,
  };
}
