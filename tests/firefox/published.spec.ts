import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { launchFirefox, type StewardFirefox } from '@/tests/drive/firefox-browser';
import { openFirefoxFilterPage } from '@/tests/drive/firefox-filter-page';
import { productionBuild } from '@/tests/project/production-build';
import { expectNothingLeft } from './expect-nothing-left';
import { BACKGROUND_IDLE_TIMEOUT_MS, test } from './fixtures';

const POLL = { timeout: 15_000 };

let extension: string;

beforeAll(async () => {
  const build = await productionBuild('firefox');
  extension = build.path;
  return build.remove;
});

test('the manifest for Firefox requests no site, stays out of private windows, and has a sidebar', async () => {
  const manifest = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8'));
  for (const key of ['host_permissions', 'content_scripts', 'web_accessible_resources', 'side_panel']) {
    expect(manifest).not.toHaveProperty(key);
  }
  expect(manifest).toMatchObject({
    manifest_version: 3,
    optional_host_permissions: ['*://*/*'],
    incognito: 'not_allowed',
    background: { scripts: ['background.js'] },
    sidebar_action: { default_panel: 'sidepanel.html', open_at_install: false },
    action: { default_area: 'navbar' },
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+Y' } } },
    browser_specific_settings: {
      gecko: {
        data_collection_permissions: {
          required: ['websiteContent', 'personalCommunications', 'authenticationInfo'],
        },
      },
    },
  });
  expect(manifest.permissions).not.toContain('sidePanel');
  expect(manifest.background).not.toHaveProperty('service_worker');
});

test('the published extension reads a page only after its button was clicked there, and requests access before it connects to an endpoint @main', async ({
  playground,
}) => {
  await withPublished(async (firefox) => {
    const filterPage = await openFirefoxFilterPage(
      await firefox.newPage(),
      playground.url,
      playground.apiKey,
    );
    await filterPage.chooseProvider('openai');
    const uninvited = await firefox.openPanelUninvited();
    await expect.poll(uninvited.pageLine, POLL).toContain('has no access to this page');
    await firefox.closePanel();

    const panel = await firefox.openPanel();
    await expect.poll(panel.pageLine, POLL).toContain('openai');

    await panel.fillConnection(`${playground.url}/v1`, playground.apiKey);
    await panel.saveConnection();
    await expect.poll(firefox.window.promptText, POLL).toContain('127.0.0.1');
    await firefox.window.acceptPrompt();
    await panel.connected();

    await panel.chooseModel('demo/assistant');
    await panel.ask('Block preview models');
    await panel.finished();
    expect(await filterPage.hasUnsavedMark()).toBe(true);
  });
});

test('“Always on this site” requests the permission once, and then the panel needs no click on the toolbar button', async ({
  playground,
}) => {
  await withPublished(async (firefox) => {
    await openFirefoxFilterPage(await firefox.newPage(), playground.url, playground.apiKey);
    const panel = await firefox.openPanel();
    await panel.keepSite();
    await expect.poll(firefox.window.promptText, POLL).toContain('127.0.0.1');
    await firefox.window.acceptPrompt();
    await expect.poll(() => firefox.readTable('sites'), POLL).toMatchObject([{ origin: playground.url }]);
    await firefox.closePanel();

    await openFirefoxFilterPage(await firefox.newPage(), playground.url, playground.apiKey);
    const uninvited = await firefox.openPanelUninvited();
    await expect.poll(uninvited.pageLine, POLL).toContain('Model filter');
  });
});

// Ctrl+Shift+Y, the shortcut in other browsers, opens Firefox’s downloads, and Alt+Shift+S its menu History.
test.for(['Y', 'K'])(
  'Alt+Shift+%s opens the panel beside the page that has the focus',
  async (letter, { playground }) => {
    await withPublished(async (firefox) => {
      const page = await firefox.newPage();
      await openFirefoxFilterPage(page, playground.url, playground.apiKey);
      await page.mouse.click(5, 5);
      const panel = await firefox.openPanelByKeys(letter);
      await expect.poll(panel.pageLine, POLL).toContain('Model filter');
    });
  },
);

test('pages that Firefox closes to extensions are reported as such, also after the click that would give access', async ({
  firefox,
}) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/pdf');
    response.end('%PDF-1.4\n%%EOF');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  for (const url of [`http://127.0.0.1:${address.port}/`, 'about:addons', 'about:blank']) {
    await firefox.window.openTab(url);
    await setTimeout(1_000);
    const panel = await firefox.openPanel();
    await expect.poll(panel.pageLine, POLL).toBe('The browser does not allow extensions on this page.');
    await firefox.closePanel();
  }
  server.close();
});

/** Passes a Firefox with the production build of the extension, and removes it afterwards. */
async function withPublished(scenario: (firefox: StewardFirefox) => Promise<void>): Promise<void> {
  const firefox = await launchFirefox({ extension, backgroundIdleTimeoutMs: BACKGROUND_IDLE_TIMEOUT_MS });
  try {
    await scenario(firefox);
  } finally {
    await firefox.close();
  }
  await expectNothingLeft(firefox.folder);
}
