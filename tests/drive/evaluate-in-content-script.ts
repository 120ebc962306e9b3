import type { CDPSession, Page } from 'playwright';

/**
 * Evaluates an expression in the world of the extension's content script in the page. Returns its value as JSON, or `refused: ` and
 * the error.
 */
export async function evaluateInContentScript(
  page: Page,
  extensionId: string,
  expression: string,
): Promise<string> {
  const session = await page.context().newCDPSession(page);
  try {
    const contextId = await contextOf(session, extensionId);
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
      returnByValue: true,
    });
    return exceptionDetails === undefined
      ? String(result.value)
      : `refused: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`;
  } finally {
    await session.detach();
  }
}

async function contextOf(session: CDPSession, extensionId: string): Promise<number> {
  const found = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${extensionId}`) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  return found;
}
