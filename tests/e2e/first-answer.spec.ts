import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filePaths, packedIn, UNPACKED_FOLDER } from '@/scripts/release/packages';
import { unpack } from '@/scripts/release/unpack';
import { openFilterPage } from '@/tests/drive/filter-page';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { welcomePage } from '@/tests/drive/welcome-page';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { productionBuild } from '@/tests/project/production-build';
import { attachScreenshot } from './attach-screenshot';
import { test as base, expect } from './fixtures';
import { createNewcomer } from './newcomer';
import { inBothBrowsers } from './thorough';
import { withLaunched } from './with-launched';

const ANSWER = 'No rule hides a model of openai.';

const test = base.extend<{ steward: StewardBrowser }>({
  /** A browser with the extension from the zip of a release, unpacked as the user does. */
  steward: async ({ product }, use) => {
    const build = await productionBuild(product.buildName);
    const top = product.buildName === 'chrome' ? UNPACKED_FOLDER : '';
    const zip = packedIn(top, build.path, filePaths(build.path));
    await build.remove();
    const folder = await mkdtemp(join(tmpdir(), 'steward-unpacked-'));
    unpack(zip, folder);
    try {
      await withLaunched(product, join(folder, top), async (browser) => {
        await welcomePage(browser);
        await use(browser);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

test(
  'from a release’s zip to the first answer it takes as many clicks and fields as the document says',
  inBothBrowsers({ tag: '@main' }),
  async ({ steward, playground }, testInfo) => {
    const endpoint = await startChangingEndpoint(inTurn(calls('list_rules', '{}'), says(ANSWER)));
    const { host, hostname } = new URL(endpoint.baseUrl);
    const newcomer = createNewcomer(steward);
    try {
      const [page = await steward.context.newPage()] = steward.context.pages();
      const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
      await filterPage.chooseProvider('openai');

      const sidePanel = await newcomer.clickToolbarButton(page);
      const panel = sidePanel.page;
      await panel.setViewportSize({ width: 360, height: 640 });
      const connect = panel.getByRole('button', { name: 'Connect', exact: true });
      const suggestion = panel.getByRole('button', { name: /^Hide \d+ preview models$/ });
      await expect(panel.getByLabel('Address', { exact: true })).toBeFocused();
      await expect(connect).toBeInViewport({ ratio: 1 });
      await expect(panel.getByText('Advanced: name')).toBeInViewport({ ratio: 1 });
      await expect(suggestion).toHaveCount(0);
      const grantedOrigins = () => panel.evaluate(async () => (await chrome.permissions.getAll()).origins);
      expect(await grantedOrigins()).toEqual([]);
      await attachScreenshot(panel, testInfo, 'first-run');

      // The keyboard alone leads from one field to the other. The address lacks its scheme and `/v1`.
      await newcomer.type(panel, host);
      await newcomer.nextField(panel);
      await expect(panel.getByLabel('Key', { exact: true })).toBeFocused();
      await newcomer.type(panel, endpoint.apiKey);
      await newcomer.allow(hostname);
      await newcomer.click(connect);
      await expect(panel.getByRole('textbox', { name: 'Message' })).toBeFocused();

      // Nothing else is left to press after the test.
      await newcomer.click(suggestion);
      // The answer is also read out, so the page has its text twice for a moment.
      const conversation = panel.getByRole('log', { name: 'Chat' });
      await expect(conversation.getByText(ANSWER)).toBeVisible();
      await expect(panel.getByText('Choose a model')).toHaveCount(0);
      await expect(panel.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
      expect(await grantedOrigins()).toEqual([`http://${hostname}/*`]);
      expect(endpoint.chats()[0]?.headers.authorization).toBe(`Bearer ${endpoint.apiKey}`);
      await attachScreenshot(panel, testInfo, 'first-answer');

      const { clicks, fields } = newcomer.effort();
      expect({ clicks, fields }).toEqual({ clicks: 4, fields: 2 });
      expect(readFileSync('docs/getting-started.md', 'utf8')).toContain(
        `${clicks} clicks and ${fields} fields`,
      );
      await sidePanel.release();
    } finally {
      await endpoint.close();
    }
  },
);
