import Dexie, { type EntityTable } from 'dexie';
import { hasEnded } from '@/src/core/records/transition';
import type { Run, StoredRun } from '@/src/schema/run';

/**
 * Keeps `isOpen` in step with the status, whoever writes it. The status itself can't be the index: an outcome of null is no key, and
 * almost all runs that were ever made have the state of a run that waits for input.
 */
export function markOpenRuns(runs: EntityTable<StoredRun, 'id'>): void {
  runs.hook('creating', (_id, run) => {
    if (!hasEnded(run.status)) run.isOpen = 1;
  });
  runs.hook('updating', (changes, _id, run) => {
    const changed: StoredRun = structuredClone(run);
    for (const [path, value] of Object.entries(changes)) Dexie.setByKeyPath(changed, path, value);
    return { isOpen: hasEnded(changed.status) ? undefined : 1 };
  });
}

/** The run of a row, as the core knows it. */
export function runOfRow({ isOpen: _, ...run }: StoredRun): Run {
  return run;
}
