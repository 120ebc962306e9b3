import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { updatePageButtons } from '@/src/background/page/page-buttons';
import { StewardError } from '@/src/core/errors';

const TABS = [
  { id: 1, url: 'https://on.example/' },
  { id: 2, url: 'https://off.example/' },
  { id: 3 },
  { id: 4, url: 'https://on.example/without-script' },
];

const sent = vi.fn();

beforeEach(() => {
  sent.mockReset();
  Object.assign(browser.tabs, {
    query: async () => TABS,
    async sendMessage(tabId: number, message: { request: { isShown: boolean } }) {
      sent(tabId, message.request);
      if (tabId === 4) throw new Error('Could not establish connection. Receiving end does not exist.');
      return { ok: true, value: null };
    },
  });
});

it('shows the button in the pages that Steward may access, and removes it from all others', async () => {
  await updatePageButtons({
    async admit(_tabId, url) {
      if (url?.includes('off')) throw new StewardError('turned-off', 'Off.', { remedy: 'Turn it on.' });
    },
  });
  expect(sent.mock.calls.sort(([one], [other]) => one - other)).toEqual([
    [1, { type: 'page-button', isShown: true }],
    [2, { type: 'page-button', isShown: false }],
    [3, { type: 'page-button', isShown: false }],
    [4, { type: 'page-button', isShown: true }],
  ]);
});
