import type { ChaosStage } from './chaos-stage';

/** Steps of the clock, in milliseconds: one day back. */
const BACK_MS = -86_400_000;

/**
 * Sets the clock back for worker, page and content script, as the system's clock is one for all. Returns a function that sets it
 * forward again.
 */
export async function setClockBack(stage: ChaosStage): Promise<() => Promise<void>> {
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
