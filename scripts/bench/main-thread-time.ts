import type { CDPSession, Page } from 'playwright';

/**
 * Starts to measure the tasks of the page's main thread. Returns a function that resolves with their processor time since the
 * page was loaded, in milliseconds: other load on the machine changes it less than the time that passes.
 */
export async function measureMainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  return measureSession((method, parameters) => devtools.send(method, parameters));
}

/** {@link measureMainThread} for the page of a DevTools session; `send` sends a command to it. */
export async function measureSession(send: CDPSession['send']): Promise<() => Promise<number>> {
  await send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('The browser reports no time of its tasks.');
    return seconds * 1_000;
  };
}
