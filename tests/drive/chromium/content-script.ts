import type { CDPSession, Page } from 'playwright';
import { CONTENT_SCRIPT_MARK } from '../content-script-mark';

/** Implements `InstalledExtension.evaluateInContentScript`. */
export function evaluateInContentScript(
  page: Page,
  extensionId: string,
  expression: string,
): Promise<string> {
  return inWorlds(page, extensionId, async (session, contextIds) => {
    const contextId = contextIds.at(-1);
    if (contextId === undefined) throw new Error('Steward’s content script is not in the page.');
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
      returnByValue: true,
    });
    return exceptionDetails === undefined
      ? String(result.value)
      : `refused: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`;
  });
}

/** Implements `InstalledExtension.isInjected`. */
export async function isInjected(page: Page, extensionId: string): Promise<boolean> {
  // Registered scripts run at the latest right after the load.
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  return inWorlds(page, extensionId, async (session, contextIds) => {
    // A world may outlive the document that had the script.
    for (const contextId of contextIds) {
      const { result } = await session.send('Runtime.evaluate', {
        contextId,
        expression: CONTENT_SCRIPT_MARK,
      });
      if (result.value === true) return true;
    }
    return false;
  });
}

/** Passes `use` the ids of the extension's own worlds of the page. */
async function inWorlds<Value>(
  page: Page,
  extensionId: string,
  use: (session: CDPSession, contextIds: readonly number[]) => Promise<Value>,
): Promise<Value> {
  const session = await page.context().newCDPSession(page);
  try {
    const contextIds: number[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${extensionId}`) contextIds.push(context.id);
    });
    // Reports the existing worlds before it resolves.
    await session.send('Runtime.enable');
    return await use(session, contextIds);
  } finally {
    await session.detach();
  }
}
