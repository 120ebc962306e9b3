import type { ChaosStage } from './chaos-stage';
import { disturbAnswers, failAfterSave, silencePage } from './page-faults';
import { breakNextWrite, damageLastMessage, deleteDatabase, fillStorage } from './storage-faults';

/** Steps of the clock, in milliseconds: one day back. */
const BACK_MS = -86_400_000;

/**
 * Sets the clock back for worker, page and content script, as the system's clock is one for all. Returns a function that sets it
 * forward again.
 */
async function setClockBack(stage: ChaosStage): Promise<() => Promise<void>> {
  await setClocks(stage, BACK_MS);
  return () => setClocks(stage, 0);
}

/** One after the other, in the order in which no request seems to be older than it is: as if all were set at the same moment. */
async function setClocks({ browser, filterPage: { page } }: ChaosStage, byMs: number): Promise<void> {
  const setting = settingOf(byMs);
  const worker = await browser.worker();
  if (byMs === 0) await worker.evaluate(setting);
  await page.evaluate(setting);
  await browser.evaluateInContentScript(page, setting);
  if (byMs !== 0) await worker.evaluate(setting);
}

/** An expression that shifts the clock of its context from then on. */
const settingOf = (byMs: number): string => `(() => {
  globalThis.wholeDate ??= Date;
  const { wholeDate } = globalThis;
  globalThis.Date = class extends wholeDate {
    constructor(...args) {
      if (args.length === 0) super(wholeDate.now() + ${byMs});
      else super(...args);
    }
    static now() {
      return wholeDate.now() + ${byMs};
    }
  };
})()`;

/** The user closes the page's tab, and opens the page again in another one. */
async function closeTab(stage: ChaosStage): Promise<void> {
  const { page } = stage.filterPage;
  // Without another tab, the window would be closed, too.
  const other = await stage.browser.context.newPage();
  await page.close();
  await stage.openPage(other);
}

/** The browser discards the page’s tab, and the user returns to it. */
async function discardTab(stage: ChaosStage): Promise<void> {
  await stage.movePage(await stage.browser.discardTab(stage.filterPage.page));
}

/** The process that renders the page crashes, and the user loads the page again. */
async function crashRenderer(stage: ChaosStage): Promise<void> {
  await stage.movePage(await stage.browser.crashRenderer(stage.filterPage.page));
}

/** The browser's process is killed; the user starts the browser again, and opens the page. */
async function killBrowser(stage: ChaosStage): Promise<void> {
  await stage.browser.kill();
  await stage.restartBrowser();
  const { context } = stage.browser;
  const [tab = await context.newPage()] = context.pages();
  await stage.openPage(tab);
}

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
