import type { DBCore, Middleware } from 'dexie';
import { hasEnded } from '@/src/core/records/transition';
import type { Run, StoredRun } from '@/src/schema/run';

/**
 * A middleware of the database that keeps `isOpen` in step with the status, whoever writes a run. The status itself can't be the
 * index: an outcome of null is no key, and almost all ended runs have the same state as a run that waits for input. A
 * hook of the table would read each row once more before it is written.
 */
export const openRuns: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'open runs',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      if (name !== 'runs') return table;
      return {
        ...table,
        mutate: (request) =>
          request.type === 'add' || request.type === 'put'
            ? table.mutate({ ...request, values: (request.values as readonly StoredRun[]).map(marked) })
            : table.mutate(request),
      };
    },
  }),
};

function marked(row: StoredRun): StoredRun {
  const run = runOfRow(row);
  return hasEnded(run.status) ? run : { ...run, isOpen: 1 };
}

/** The run of a row, as the core knows it. */
export function runOfRow({ isOpen: _, ...run }: StoredRun): Run {
  return run;
}
