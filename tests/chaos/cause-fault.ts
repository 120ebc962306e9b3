import type { ChaosStage } from './chaos-stage';

/** The part of a task that faults need. */
interface FaultyTask {
  cutStream: () => void;
  /** Numbers of the edges at which the worker is killed, as `WorkerEdges.killAt` counts them. */
  edges: readonly number[];
}

/** The fault that ends with the round, not at its moment: the worker is killed several times. */
export const KILLED_AT_EDGES = 'killed-at-edges';

/** Faults that the command causes, by their names in docs/reliability.md. */
const FAULTS: Readonly<Record<string, (stage: ChaosStage, task: FaultyTask) => Promise<void>>> = {
  'worker-killed': ({ browser }) => browser.killWorker(),
  [KILLED_AT_EDGES]: ({ worker }, { edges }) => worker.killAt(edges),
  'panel-closed': (stage) => stage.closePanel(),
  'page-reloaded': (stage) => stage.reloadPage(),
  'stream-cut': async (_stage, task) => task.cutStream(),
};

/** The names of the faults that the command causes. */
export const FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** Causes a fault. Throws for an unknown kind. */
export async function causeFault(kind: string, stage: ChaosStage, task: FaultyTask): Promise<void> {
  const cause = FAULTS[kind];
  if (cause === undefined) throw new Error(`There is no fault ${kind}.`);
  await cause(stage, task);
}
