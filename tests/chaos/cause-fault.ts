import { closeTab, crashRenderer, discardTab, killBrowser } from './browser-faults';
import type { ChaosStage } from './chaos-stage';

/** Faults that the command causes, by their names in docs/reliability.md. */
const FAULTS: Readonly<
  Record<string, (stage: ChaosStage, task: { cutStream: () => void }) => Promise<void>>
> = {
  'worker-killed': ({ browser }) => browser.killWorker(),
  'panel-closed': (stage) => stage.closePanel(),
  'page-reloaded': (stage) => stage.reloadPage(),
  'tab-closed': closeTab,
  'tab-discarded': discardTab,
  'renderer-crashed': crashRenderer,
  'browser-killed': killBrowser,
  'extension-updated': (stage) => stage.updateExtension(),
  'stream-cut': async (_stage, task) => task.cutStream(),
};

/** The names of the faults that the command causes. */
export const FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** Causes a fault. Throws for an unknown kind. */
export async function causeFault(
  kind: string,
  stage: ChaosStage,
  task: { cutStream: () => void },
): Promise<void> {
  const cause = FAULTS[kind];
  if (cause === undefined) throw new Error(`There is no fault ${kind}.`);
  await cause(stage, task);
}
