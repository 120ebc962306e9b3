import { hasEnded } from '@/src/core/records/transition';
import type { Run, StoredRun } from '@/src/schema/run';
import { writtenRows } from './written-rows';

/**
 * Keeps `isOpen` in step with the status, whoever writes a run. The status itself can't be the index: an outcome of null is no key, and
 * almost all ended runs have the same state as a run that waits for input.
 */
export const openRuns = writtenRows('runs', marked);

function marked(row: StoredRun): StoredRun {
  const run = runOfRow(row);
  return hasEnded(run.status) ? run : { ...run, isOpen: 1 };
}

/** The run of a row, as the core knows it. */
export function runOfRow({ isOpen: _, ...run }: StoredRun): Run {
  return run;
}
