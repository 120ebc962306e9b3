import fc from 'fast-check';
import { checkWorld } from './check-world';
import { deed } from './deed';
import type { World } from './world';

/** Moments at which an interruption is worth trying. */
export const moments = fc
  .constantFrom(
    'model: content',
    'journal: storeResponse',
    'journal: add',
    'journal: markStarted',
    'page: add_note',
    'page: remove_note',
    'page: publish',
    'from page: add_note',
    'journal: storeResult',
    'journal: updateRun',
    'journal: askApproval',
    'journal: decideApproval',
    'journal: storePageUpdate',
    'to page: apply state',
    'journal: recordRollback',
  )
  .map((moment) => deed(`Things happen until ${moment}`, (world) => world.pacer.releaseUntil(moment)));

/** Nothing is left to happen, and everything is as it must be. */
export async function settle(world: World): Promise<void> {
  await world.pacer.releaseAll();
  await checkWorld(world);
}

export const progress = fc.oneof(
  { weight: 3, arbitrary: fc.constant(deed('All settles', settle)) },
  {
    weight: 5,
    arbitrary: fc
      .integer({ min: 1, max: 25 })
      .map((steps) => deed(`${steps} things happen`, (world) => world.pacer.release(steps))),
  },
);
