import type { Page } from 'playwright';

/**
 * Starts to measure the tasks of the page's main thread. Returns a function that resolves with their processor time since the
 * page was loaded, in milliseconds: other load on the machine changes it less than the time that passes.
 */
export async function measureMainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('The browser reports no time of its tasks.');
    return seconds * 1_000;
  };
}
