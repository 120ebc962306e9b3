import fc from 'fast-check';
import { rarely, weighted } from '../arbitraries';
import { checkRollback, checkUndo, listedCheckpoints, rollBackTo, undoAt } from './check-rollback';
import { chatAction } from './fuzz-action';
import { settle } from './progress-actions';

const nth = fc.nat({ max: 5 });

/** Chooses a checkpoint while no step is pending, so that the exact effect can be checked. */
function exact(sentence: string, check: typeof checkRollback) {
  return fc.record({ back: nth, isRefused: rarely(8) }).map(({ back, isRefused }) =>
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

export const exactRollbacks = weighted(
  [2, exact('rolls back to checkpoint', checkRollback)],
  [1, exact('undoes the answer at checkpoint', checkUndo)],
);

export const rollbacks = fc
  .record({ back: nth, isMerge: fc.boolean(), keep: fc.constantFrom('page', 'checkpoint', null) })
  .map(({ back, isMerge, keep }) =>
    chatAction(
      `The user rolls back to checkpoint ${back + 1} from the last${isMerge ? `, keeping the user’s changes (${keep})` : ''}`,
      (world) => {
        const checkpoint = listedCheckpoints(world).at(-1 - back);
        if (checkpoint === undefined) return;
        void world.attempt('a rollback', () =>
          rollBackTo(world, checkpoint, isMerge ? { strategy: 'merge', keep } : { strategy: 'replace' }),
        );
      },
    ),
  );

export const undos = nth.map((back) =>
  chatAction(`The user undoes the answer at checkpoint ${back + 1} from the last`, (world) => {
    const checkpoint = listedCheckpoints(world).at(-1 - back);
    if (checkpoint !== undefined) void world.attempt('an undo', () => undoAt(world, checkpoint));
  }),
);
