/// <reference types="chrome" />
import { onlyIn } from './only-in';
import { expect, test } from './strict-test';

const tag = '@storage';

const details = onlyIn(
  'chromium',
  'In Firefox content scripts can read storage.local, which has settings of the panel, and neither keys nor chats.',
  { tag },
);

test(
  'a content script can’t read what the extension stores',
  details,
  async ({ startedChat, filterPage, steward }) => {
    const { page } = filterPage;
    const { extensionId } = steward;
    await startedChat.panel.page.evaluate(() => chrome.storage.local.set({ 'log-level': 'debug' }));
    // Proves that it is the right world: it has the extension's id.
    expect(await steward.evaluateInContentScript(page, 'chrome.runtime.id')).toBe(
      JSON.stringify(extensionId),
    );
    for (const area of ['local', 'session']) {
      for (const attempt of [`get(null)`, `set({ 'is-steward-on': false })`, 'clear()']) {
        const outcome = await steward.evaluateInContentScript(page, `chrome.storage.${area}.${attempt}`);
        expect(outcome, `${area}.${attempt}`).toContain('Access to storage is not allowed from this context');
      }
    }
    expect(await startedChat.panel.page.evaluate(() => chrome.storage.local.get('log-level'))).toEqual({
      'log-level': 'debug',
    });
  },
);
