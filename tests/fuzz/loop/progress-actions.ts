import fc from 'fast-check';
import { weighted } from '../arbitraries';
import { checkWorld } from './check-world';
import { type FuzzAction, worldAction } from './fuzz-action';
import type { World } from './world';

/** Moments at which an interruption is likely to reveal a defect. */
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
    'journal: addApproval',
    'journal: updateApproval',
    'page: import_notes',
    'from page: state',
    'from page: place',
    'journal: keepSent',
    'to page: apply state',
    'journal: recordRollback',
  )
  .map(until);

/** Moments between the user's answer and its effect. */
export const answerMoments = fc
  .constantFrom(
    'journal: updateApproval',
    'journal: approvalOf',
    'from page: state',
    'from page: place',
    'journal: markStarted',
    'to page: publish',
    'journal: storeResult',
  )
  .map(until);

/** Moments around a change of the page. */
export const changeMoments = fc
  .constantFrom(
    'too late: add_note',
    'too late: remove_note',
    'page: add_note',
    'page: remove_note',
    'from page: state',
    'journal: storeResult',
  )
  .map(until);

function until(moment: string): FuzzAction {
  return worldAction(`Steps happen until “${moment}”`, (world) => world.steps.releaseUntil(moment));
}

/** Runs all pending steps, then checks the world. */
export async function settle(world: World): Promise<void> {
  await world.steps.releaseAll();
  await checkWorld(world);
}

export const settlements = fc.constant(worldAction('All pending steps happen', settle));

export const progress = weighted(
  [3, settlements],
  [
    5,
    fc
      .integer({ min: 1, max: 25 })
      .map((steps) => worldAction(`${steps} steps happen`, (world) => world.steps.release(steps))),
  ],
);
