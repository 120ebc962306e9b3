import { closeTab, crashRenderer, discardTab, killBrowser } from './browser-faults';
import type { ChaosStage } from './chaos-stage';
import { setClockBack } from './clock-fault';
import { disturbAnswers, failAfterSave, silencePage } from './page-faults';
import { breakNextWrite, damageLastMessage, deleteDatabase, fillStorage } from './storage-faults';

/** Ends a fault that lasts, or does what a user does after it. */
export type Mend = () => Promise<void>;

/** The part of a task that faults need. */
interface FaultyTask {
  cutStream: () => void;
  /** Numbers of the edges at which the worker is killed, as `WorkerEdges.killAt` counts them. */
  edges: readonly number[];
}

/** The fault that ends with the round, not at its moment: the worker is killed several times. */
export const KILLED_AT_EDGES = 'killed-at-edges';

/** Faults that the command causes, by their names in docs/reliability.md. */
const FAULTS: Readonly<
  Record<string, (stage: ChaosStage, task: FaultyTask) => Promise<void> | Promise<Mend>>
> = {
  'worker-killed': ({ browser }) => browser.killWorker(),
  [KILLED_AT_EDGES]: ({ worker }, { edges }) => worker.killAt(edges),
  'panel-closed': (stage) => stage.closePanel(),
  'page-reloaded': (stage) => stage.reloadPage(),
  'tab-closed': closeTab,
  'tab-discarded': discardTab,
  'renderer-crashed': crashRenderer,
  'browser-killed': killBrowser,
  'extension-updated': (stage) => stage.updateExtension(),
  'stream-cut': async (_stage, task) => task.cutStream(),
  'quota-full': fillStorage,
  'database-deleted': deleteDatabase,
  'row-damaged': damageLastMessage,
  'storage-throws': breakNextWrite,
  'clock-set-back': setClockBack,
  'server-error-after-write': failAfterSave,
  'page-silent': silencePage,
  'page-late': disturbAnswers,
};

/** The names of the faults that the command causes. */
export const FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** Causes a fault. Resolves with what ends it; null for a fault that doesn't last. Throws for an unknown kind. */
export async function causeFault(kind: string, stage: ChaosStage, task: FaultyTask): Promise<Mend | null> {
  const cause = FAULTS[kind];
  if (cause === undefined) throw new Error(`There is no fault ${kind}.`);
  const mend = await cause(stage, task);
  return typeof mend === 'function' ? mend : null;
}
