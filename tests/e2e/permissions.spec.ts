import type { Page } from '@playwright/test';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { openSettings } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { SidePanel, StewardBrowser } from '@/tests/drive/steward-browser';
import { welcomePage } from '@/tests/drive/welcome-page';
import { serveHtml } from '@/tests/fakes/serve-html';
import { productionBuild } from '@/tests/project/production-build';
import { test as base, expect } from './fixtures';
import { onlyIn } from './only-in';
import { readTable } from './read-table';
import { inBothBrowsers, thorough } from './thorough';
import { withLaunched } from './with-launched';

const NO_ACCESS = 'Steward has no access to this page yet.';
const CLICK_THE_BUTTON = 'Click Steward’s toolbar button on that page.';
/** The host of every page in these tests; match patterns have no port. */
const HOST = 'http://127.0.0.1/*';

interface Fixtures {
  /** A browser with the production build of the extension. */
  published: StewardBrowser;
  /** The filter page, signed in. */
  page: Page;
  origin: string;
  /** The panel in this window, which is released after the test. */
  held: (sidePanel: SidePanel) => Panel & SidePanel;
  /** Opens the panel next to this page without a click on the toolbar button. */
  openWithoutClick: (front: Page) => Promise<Panel & SidePanel>;
  /** Clicks the toolbar button next to this page. */
  clickButton: (front: Page) => Promise<Panel & SidePanel>;
  /** The panel that a step in a page has opened. */
  besideOpened: () => Promise<Panel & SidePanel>;
  isInjected: (page: Page) => Promise<boolean>;
}

const test = base.extend<Fixtures, { extension: string }>({
  extension: [
    async ({ product }, use) => {
      const build = await productionBuild(product.buildName);
      await use(build.path);
      await build.remove();
    },
    { scope: 'worker' },
  ],

  published: ({ extension, product }, use) =>
    withLaunched(product, extension, async (browser) => {
      await (await welcomePage(browser)).close();
      await use(browser);
    }),

  page: async ({ published, playground }, use) => {
    const page = await published.context.newPage();
    await openFilterPage(page, playground.url, playground.apiKey);
    await use(page);
  },

  origin: ({ playground }, use) => use(new URL(playground.url).origin),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  held: async ({}, use) => {
    const open: SidePanel[] = [];
    await use((sidePanel) => {
      open.push(sidePanel);
      return { ...createPanel(sidePanel.page), ...sidePanel };
    });
    await Promise.all(open.map((panel) => panel.release()));
  },

  openWithoutClick: ({ published, held }, use) =>
    use(async (front) => held(await published.openSidePanel(front))),

  clickButton: ({ published, held }, use) =>
    use(async (front) => held(await clickToolbarButton(published, front))),

  besideOpened: ({ published, held }, use) => use(async () => held(await published.reachSidePanel())),

  isInjected: ({ published }, use) => use(published.isInjected),
});

const tag = '@permissions';

test(
  'after the installation Steward has access to no site, is in no page, and shows what to do; a click on the toolbar button turns it on for this tab',
  inBothBrowsers({ tag }),
  async ({ published, page, openWithoutClick, isInjected, origin, playground, product }) => {
    const other = await published.context.newPage();
    await openFilterPage(other, playground.url.replace('127.0.0.1', 'localhost'), playground.apiKey);
    const panel = await openWithoutClick(page);
    await expect(panel.page.getByText(CLICK_THE_BUTTON)).toBeVisible();
    await expect(panel.pageLine).toContainText(NO_ACCESS);
    expect(await originsOf(panel)).toEqual([]);
    expect(await isInjected(page)).toBe(false);
    const commands = await panel.page.evaluate(() => chrome.commands.getAll());
    expect(commands.map(({ name, shortcut }) => [name, shortcut]).sort()).toEqual(product.commandKeys);
    await published.triggerAction(`${origin}/`);
    await expect(panel.pageLine).toContainText('Model filter');
    expect(await isInjected(page)).toBe(true);
    expect(await isInjected(other)).toBe(false);
    expect(await readTable(panel.page, 'sites')).toEqual([]);
  },
);

test(
  'the panel stays with its page when another comes to the front, and switches on a click there',
  thorough({ tag }),
  async ({ published, page, clickButton, playground, origin }) => {
    const panel = await clickButton(page);
    await expect(panel.pageLine).toContainText('anthropic');
    const other = await published.context.newPage();
    const otherSite = origin.replace('127.0.0.1', 'localhost');
    await (await openFilterPage(other, otherSite, playground.apiKey)).chooseProvider('openai');
    await other.bringToFront();
    await expect(panel.pageLine).toContainText('anthropic');
    await published.triggerAction(`${otherSite}/`);
    await expect(panel.pageLine).toContainText('openai');
    const chats = await readTable(panel.page, 'chats');
    expect(chats).toHaveLength(2);
    for (const site of [origin, otherSite]) {
      expect(chats).toContainEqual(
        expect.objectContaining({ binding: expect.objectContaining({ origin: site }) }),
      );
    }
  },
);

test(
  'another site in the same tab needs its own click, and so does returning',
  onlyIn(
    'chromium',
    'Firefox’s access by a click ends whenever the page is loaded, so each load needs one there.',
    thorough({ tag }),
  ),
  async ({ published, page, clickButton, isInjected, origin }) => {
    const panel = await clickButton(page);
    await expect(panel.pageLine).toContainText('Model filter');
    // A click gives access to the tab until the tab shows another site.
    await page.reload();
    await expect(panel.pageLine).toContainText('Model filter');

    await page.goto(origin.replace('127.0.0.1', 'localhost'));
    await expect(panel.pageLine).toContainText(NO_ACCESS);
    expect(await isInjected(page)).toBe(false);
    await page.goBack();
    const banner = panel.page.getByRole('region', { name: 'This chat’s page' });
    await expect(banner).toContainText(CLICK_THE_BUTTON);
    await expect(banner).toContainText('Always on this site');
    expect(await isInjected(page)).toBe(false);
    await published.triggerAction(page.url());
    await expect(panel.pageLine).toContainText('Model filter');
  },
);

test('“Always on this site” activates Steward after every load, in every tab of the site, and nowhere else', {
  tag,
}, async ({ published, page, playground, clickButton, openWithoutClick, isInjected, origin }) => {
  const panel = await clickButton(page);
  await keepSite(panel, published);
  await panel.openSites();
  await expect(panel.sites.getByText(origin)).toBeVisible();
  await expect(panel.sites.getByRole('checkbox', { name: origin })).toBeChecked();
  await panel.closeSites();

  await page.goto(origin.replace('127.0.0.1', 'localhost'));
  await expect(panel.pageLine).toContainText(NO_ACCESS);
  await page.goto(origin);
  await expect(panel.pageLine).toContainText('Model filter');
  await panel.close();
  await page.close();

  const tab = await published.context.newPage();
  await openFilterPage(tab, playground.url, playground.apiKey);
  expect(await isInjected(tab)).toBe(true);
  const beside = await openWithoutClick(tab);
  await expect(beside.pageLine).toContainText('Model filter');

  // Another host, and another port of the same host, which the browser’s permission includes.
  const other = await serveHtml('<!doctype html><title>Another site</title>');
  const otherHost = origin.replace('127.0.0.1', 'localhost');
  for (const url of [otherHost, other.url]) {
    await tab.goto(url);
    await expect(beside.pageLine).toContainText(NO_ACCESS);
    if (url === otherHost) expect(await isInjected(tab)).toBe(false);
    await tab.goBack();
    await expect(beside.pageLine).toContainText('Model filter');
  }
  await other.close();
});

const noPageButton =
  'Firefox opens its sidebar only for a click on its own parts, so there is no button in the page.';

test(
  'the button in the page opens the panel beside it, goes away with the site’s access, comes back, and isn’t on another port',
  onlyIn('chromium', noPageButton, thorough({ tag })),
  async ({ published, page, clickButton, origin, besideOpened, isInjected }) => {
    const panel = await clickButton(page);
    await keepSite(panel, published);
    await panel.close();
    await page.reload();
    await page.locator('steward-button').click();
    const beside = await besideOpened();
    await expect(beside.pageLine).toContainText('Model filter');

    await beside.openSites();
    const site = beside.sites.getByRole('checkbox', { name: origin });
    await site.click();
    await expect(page.locator('steward-button')).toBeHidden();
    // The switch shows the stored setting, which may change a moment after the page.
    await expect(site).not.toBeChecked();
    await site.click();
    await expect(page.locator('steward-button')).toBeVisible();

    // Firefox's match patterns have no ports, so the script loads there, and stays idle.
    const other = await serveHtml('<!doctype html><title>Another site</title>');
    await page.goto(other.url);
    expect(await isInjected(page)).toBe(false);
    await other.close();
  },
);

test(
  'Connect requests access to the endpoint’s host, and saves nothing without it; the access doesn’t include the pages of the host',
  thorough({ tag }),
  async ({ published, page, playground, openWithoutClick, isInjected }) => {
    const panel = await openWithoutClick(page);
    const connect = panel.page.getByRole('button', { name: 'Connect', exact: true });
    await panel.page.getByLabel('Address', { exact: true }).fill(`${playground.url}/v1`);
    await connect.click();
    await expect(connect).toBeDisabled();
    await expect(panel.page.getByText('Waiting for the browser’s permission…')).toBeVisible();
    expect(await readTable(panel.page, 'connections')).toEqual([]);
    expect(await originsOf(panel)).toEqual([]);

    await panel.page.reload();
    await published.setHostPermission(HOST, true);
    await panel.connect(`${playground.url}/v1`, playground.apiKey);
    await expect(panel.pageLine).toContainText(NO_ACCESS);
    await page.reload();
    await expect(panel.page.getByText(CLICK_THE_BUTTON)).toBeVisible();
    expect(await isInjected(page)).toBe(false);
    // The page's address is known by that access, so the site can be added here.
    await panel.keepSite();
    await expect(panel.pageLine).toContainText('Model filter');
  },
);

test(
  'a site that is switched off stays untouched, whatever is clicked or loaded, and takes no answer, until it is switched on',
  thorough({ tag }),
  async ({ published, page, clickButton, isInjected, origin, startModel, playground }) => {
    const model = await startModel([
      () => ({ kind: 'response', calls: [{ name: 'add_ignore_rule', arguments: { pattern: '*mini*' } }] }),
      () => ({ kind: 'response', calls: [{ name: 'save_changes', arguments: {} }] }),
      () => ({ kind: 'response', content: 'Saved.' }),
    ]);
    const panel = await clickButton(page);
    await keepSite(panel, published);
    await panel.openSites();
    await panel.switchSite(origin, false);
    await panel.closeSites();
    await expect(panel.pageLine).toContainText('Steward is switched off on this site.');

    await page.reload();
    await published.triggerAction(page.url());
    await expect(panel.pageLine).toContainText('Steward is switched off on this site.');
    expect(await isInjected(page)).toBe(false);

    await panel.switchOn();
    await expect(panel.pageLine).toContainText('Model filter');
    await page.reload();
    await expect(panel.pageLine).toContainText('Model filter');

    await panel.connectScripted(model);
    await panel.ask('Hide the minis and save');
    await expect(panel.approval).toBeVisible();
    const fileBefore = await playground.readEnvFile();
    await panel.openSites();
    await panel.switchSite(origin, false);
    await panel.closeSites();
    await panel.approve();
    await expect(panel.alert).toContainText('Steward is switched off on this site.');
    expect(await playground.readEnvFile()).toBe(fileBefore);
    await panel.switchOn();
    await expect(panel.pageLine).toContainText('Model filter');
    await panel.approve();
    await expect(panel.conversation).toContainText('Saved.');
    expect(await playground.readEnvFile()).not.toBe(fileBefore);
  },
);

test('switched off everywhere, Steward stays out of every page, also after a restart of its worker', {
  tag,
}, async ({ published, page, clickButton, openWithoutClick, isInjected }) => {
  const panel = await clickButton(page);
  await keepSite(panel, published);
  await panel.openSites();
  await panel.switchSite(null, false);
  await panel.closeSites();
  await expect(panel.pageLine).toContainText('Steward is off on every page.');
  await page.reload();
  expect(await isInjected(page)).toBe(false);
  await panel.close();
  await published.killWorker();

  const again = await openWithoutClick(page);
  await expect(again.pageLine).toContainText('Steward is off on every page.');
  await again.switchOn();
  await expect(again.pageLine).toContainText('Model filter');
  expect(await isInjected(page)).toBe(true);
});

test(
  'a permission revoked in the browser is reported, and can be granted again; forgetting the site removes it and its permission',
  thorough({ tag }),
  async ({ published, page, clickButton, isInjected, origin }) => {
    const panel = await clickButton(page);
    await keepSite(panel, published);
    await published.setHostPermission(HOST, false);
    await expect(panel.pageLine).toContainText(NO_ACCESS);
    await page.reload();
    expect(await isInjected(page)).toBe(false);
    await panel.openSites();
    await expect(panel.sites.getByText('The browser no longer grants access')).toBeVisible();

    await published.setHostPermission(HOST, true);
    await expect(panel.sites.getByText('On after every load')).toBeVisible();
    await panel.closeSites();
    await expect(panel.pageLine).toContainText('Model filter');

    await panel.openSites();
    await panel.sites.getByRole('button', { name: `Forget ${origin}` }).click();
    await expect(panel.sites.getByText('No site yet.')).toBeVisible();
    await panel.closeSites();
    await expect(panel.pageLine).toContainText(NO_ACCESS);
    expect(await originsOf(panel)).toEqual([]);
    await page.reload();
    expect(await isInjected(page)).toBe(false);
  },
);

test(
  'an endpoint whose permission was revoked receives nothing until it is allowed again, and loses it with its connection',
  thorough({ tag }),
  async ({ published, page, clickButton, startModel }) => {
    const host = 'http://localhost/*';
    const model = await startModel([() => ({ kind: 'response', content: 'Nothing to do.' })]);
    const panel = await clickButton(page);
    const origins = () => originsOf(panel);
    await published.setHostPermission(host, true);
    await panel.connectScripted({ ...model, baseUrl: model.baseUrl.replace('127.0.0.1', 'localhost') });
    await published.setHostPermission(host, false);

    await panel.ask('Hello');
    const refusal = panel.page.getByText('The browser doesn’t allow Steward to send to http://localhost:');
    await expect(refusal.first()).toBeVisible();
    expect(model.requests).toHaveLength(0);
    await panel.page.getByRole('button', { name: 'Open connection' }).click();
    await published.setHostPermission(host, true);
    await panel.page.getByRole('button', { name: 'Test connection' }).click();
    await expect(panel.page.getByText('Everything works.')).toBeVisible();
    await panel.page.keyboard.press('Escape');
    await panel.retry();
    await expect(panel.conversation).toContainText('Nothing to do.');

    expect(await origins()).toEqual([host]);
    const settings = await openSettings(panel.page, 'Connections');
    await settings.getByRole('button', { name: 'Delete…' }).click();
    await settings.getByRole('button', { name: 'Delete connection' }).click();
    await expect.poll(origins).toEqual([]);
  },
);

for (const command of ['_execute_action', 'open-waiting']) {
  test(
    `the key of ${command} opens the panel beside the page that has the keyboard`,
    onlyIn('firefox', 'In Chromium nothing outside can press a key of the browser’s own.', { tag }),
    async ({ published, page, besideOpened }) => {
      await page.mouse.click(5, 5);
      await published.pressCommand(command);
      const panel = await besideOpened();
      await expect(panel.pageLine).toContainText('Model filter');
    },
  );
}

/** The sites and endpoints that the browser grants access to. */
const originsOf = ({ page }: Panel) => page.evaluate(async () => (await chrome.permissions.getAll()).origins);

/** Adds the page's site, with a permission that the user has granted. */
async function keepSite(panel: Panel, browser: StewardBrowser): Promise<void> {
  await expect(panel.pageLine).toContainText('Model filter');
  // The meter is the last part of the header to appear. It moves “Always on this site”, and a click is lost if its button moves between the
  // press and the release of the mouse.
  await expect(panel.page.getByRole('button', { name: /^Context and costs/ })).toBeVisible();
  await browser.setHostPermission(HOST, true);
  await panel.keepSite();
  await expect(panel.page.getByRole('button', { name: 'Always on this site' })).toBeHidden();
}
