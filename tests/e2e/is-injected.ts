import type { Page } from '@playwright/test';

/** A mark that the content script sets in its own world of a document. */
const MARK = `Symbol.for('steward/adapter-host') in globalThis`;

/**
 * True if Steward's script is in a page's document, according to the browser: the page itself can't see it.
 */
export async function isInjected(page: Page, extensionId: string): Promise<boolean> {
  // Registered scripts run at the latest right after the load.
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  const session = await page.context().newCDPSession(page);
  try {
    const contextIds: number[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${extensionId}`) contextIds.push(context.id);
    });
    // Reports the existing worlds before it resolves. A world may outlive the document that had the script.
    await session.send('Runtime.enable');
    for (const contextId of contextIds) {
      const { result } = await session.send('Runtime.evaluate', { contextId, expression: MARK });
      if (result.value === true) return true;
    }
    return false;
  } finally {
    await session.detach();
  }
}
