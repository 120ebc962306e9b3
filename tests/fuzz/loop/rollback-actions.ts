import fc from 'fast-check';
import { checkRollback, checkUndo, listedCheckpoints } from './check-rollback';
import { chatAction } from './fuzz-action';
import { settle } from './progress-actions';

const nth = fc.nat({ max: 5 });

/** Chooses a checkpoint while no step is pending, so that the exact effect can be checked. */
function exact(sentence: string, check: typeof checkRollback) {
  return fc
    .record({ back: nth, isRefused: fc.nat({ max: 7 }).map((chance) => chance === 7) })
    .map(({ back, isRefused }) =>
      chatAction(
        `All pending steps happen, and the user ${sentence} ${back + 1} from the last and returns${isRefused ? ', but the storage fails' : ''}`,
        async (world) => {
          await settle(world);
          if (isRefused) world.faultState.failsAt = 'recordRollback';
          const checkpoint = listedCheckpoints(world).at(-1 - back) ?? listedCheckpoints(world)[0];
          if (checkpoint !== undefined) await check(world, checkpoint);
        },
      ),
    );
}

export const exactRollbacks = fc.oneof(
  { weight: 2, arbitrary: exact('rolls back to checkpoint', checkRollback) },
  { weight: 1, arbitrary: exact('undoes the answer at checkpoint', checkUndo) },
);

export const rollbacks = fc
  .record({ back: nth, isMerge: fc.boolean(), keep: fc.constantFrom('page', 'checkpoint', null) })
  .map(({ back, isMerge, keep }) =>
    chatAction(
      `The user rolls back to checkpoint ${back + 1} from the last${isMerge ? `, keeping the user’s changes (${keep})` : ''}`,
      (world) => {
        const checkpoint = listedCheckpoints(world).at(-1 - back);
        if (checkpoint === undefined) return;
        const { chatId } = world;
        const { rollback, loop, consents } = world.worker();
        void world.attempt('a rollback', async () => {
          const { stateHash } = await rollback.preview(chatId, checkpoint.id);
          const strategy = isMerge
            ? ({ strategy: 'merge', keep } as const)
            : ({ strategy: 'replace' } as const);
          await loop.whileIdle(chatId, () =>
            rollback.perform(chatId, checkpoint.id, stateHash, strategy, consents.give(chatId)),
          );
        });
      },
    ),
  );

export const undos = nth.map((back) =>
  chatAction(`The user undoes the answer at checkpoint ${back + 1} from the last`, (world) => {
    const checkpoint = listedCheckpoints(world).at(-1 - back);
    if (checkpoint === undefined) return;
    const { chatId } = world;
    const { rollback, loop, consents } = world.worker();
    void world.attempt('an undo', async () => {
      const { stateHash } = await rollback.previewUndo(chatId, checkpoint.id);
      await loop.whileIdle(chatId, () =>
        rollback.undo(chatId, checkpoint.id, stateHash, consents.give(chatId)),
      );
    });
  }),
);
