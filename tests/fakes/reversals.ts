import { createReversals, type ReversalPreview } from '@/src/core/checkpoints/reversals';
import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import type { RollbackDeps } from '@/src/core/checkpoints/rollback-ports';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import { saveToolOf } from '@/src/core/checkpoints/saved-offers';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { nextPosition } from '@/src/core/records/record-access';
import type { Json } from '@/src/schema/values/json';

/** The basis of a preview that was made just now, of the page in this state. */
async function justShown({ journal }: RollbackDeps, chatId: string, stateHash: string): Promise<ShownBasis> {
  return { stateHash, position: nextPosition((await journal.load(chatId)).messages) };
}

/** The reversals to a checkpoint, as tests ask for them. */
export function createRollback(deps: RollbackDeps) {
  const reversals = createReversals(deps);
  return {
    preview: (chatId: string, checkpointId: string): Promise<ReversalPreview<'rollback'>> =>
      reversals.preview(chatId, { kind: 'rollback', checkpointId }),
    async perform(
      chatId: string,
      checkpointId: string,
      stateHash: string,
      strategy: RollbackStrategy,
      consent: UserConsent,
    ) {
      const shown = await justShown(deps, chatId, stateHash);
      return reversals.perform(chatId, { kind: 'rollback', checkpointId, strategy }, shown, consent);
    },
    previewUndo: (chatId: string, checkpointId: string): Promise<ReversalPreview<'undo'>> =>
      reversals.preview(chatId, { kind: 'undo', checkpointId }),
    async undo(chatId: string, checkpointId: string, stateHash: string, consent: UserConsent): Promise<void> {
      await reversals.perform(chatId, { kind: 'undo', checkpointId }, { stateHash, position: 0 }, consent);
    },
  };
}

export type Rollback = ReturnType<typeof createRollback>;

/** The restoring of unsaved changes. */
export function createRestoreUnsavedChanges(deps: RollbackDeps) {
  const reversals = createReversals(deps);
  return {
    preview: (chatId: string, known: Json): Promise<ReversalPreview<'restore-unsaved'>> =>
      reversals.preview(chatId, { kind: 'restore-unsaved', known }),
    async perform(chatId: string, known: Json, stateHash: string, consent: UserConsent): Promise<void> {
      await reversals.perform(
        chatId,
        { kind: 'restore-unsaved', known },
        { stateHash, position: 0 },
        consent,
      );
    },
  };
}

/** The offers after a rollback past a save. */
export function createSavedOffers(deps: RollbackDeps) {
  const reversals = createReversals(deps);
  return {
    look: (chatId: string): Promise<ReversalPreview<'restore-saved'>> =>
      reversals.preview(chatId, { kind: 'restore-saved' }),
    async restore(chatId: string, stateHash: string, consent: UserConsent): Promise<void> {
      const shown = await justShown(deps, chatId, stateHash);
      await reversals.perform(chatId, { kind: 'restore-saved' }, shown, consent);
    },
    saveTool: (chatId: string) => saveToolOf(deps, chatId),
  };
}
