/// <reference types="chrome" />
import type { CDPSession, Page } from '@playwright/test';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@storage';

/** Evaluates an expression in the world of the extension's content script in the page; returns its value. */
async function evaluateInContentScript(page: Page, extensionId: string, expression: string): Promise<string> {
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

test('a content script can’t read what the extension stores', { tag }, async ({
  startedChat,
  filterPage,
  steward,
}) => {
  const { page } = filterPage;
  const { extensionId } = steward;
  await startedChat.panel.page.evaluate(() => chrome.storage.local.set({ 'log-level': 'debug' }));
  // Proves that it is the right world: it has the extension's id.
  expect(await evaluateInContentScript(page, extensionId, 'chrome.runtime.id')).toBe(
    JSON.stringify(extensionId),
  );
  for (const area of ['local', 'session']) {
    for (const attempt of [`get(null)`, `set({ 'is-steward-on': false })`, 'clear()']) {
      const outcome = await evaluateInContentScript(page, extensionId, `chrome.storage.${area}.${attempt}`);
      expect(outcome, `${area}.${attempt}`).toContain('Access to storage is not allowed from this context');
    }
  }
  expect(await startedChat.panel.page.evaluate(() => chrome.storage.local.get('log-level'))).toEqual({
    'log-level': 'debug',
  });
});

test(
  'composer text is restored from the database after the panel was closed',
  thorough({ tag }),
  async ({ startedChat, openPanel, filterPage }) => {
    const text = 'A half written question';
    await startedChat.panel.message.fill(text);
    // Closed at once: the last typed text is stored as well.
    await startedChat.panel.close();
    const panel = await openPanel(filterPage.page);
    await expect(panel.message).toHaveValue(text);
    expect(JSON.stringify(await readTable(panel.page, 'composerTexts'))).toContain(text);
    expect(JSON.stringify(await panel.page.evaluate(() => chrome.storage.local.get(null)))).not.toContain(
      text,
    );
  },
);
