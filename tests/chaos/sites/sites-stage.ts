/// <reference types="chrome" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFilterPage, type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { BrowserProduct, SidePanel, StewardBrowser } from '@/tests/drive/steward-browser';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { PROVIDER, readAllRows } from '../chaos-stage';
import { createPageLog, type PageLog } from '../page-log';
import type { SettlingStage } from '../settle';
import { type WorkerEdges, watchWorkerEdges } from '../worker-edges';

/** The sites of the chat, in its order. */
export const SITE_NAMES = ['north', 'south', 'west'] as const;

export type SiteName = (typeof SITE_NAMES)[number];

/** A proxy with its page, in its present tab. */
export interface ChaosSite {
  readonly playground: TestPlayground;
  readonly origin: string;
  filterPage: FilterPage;
}

/** The real extension with a chat about three proxies in a panel beside the first, with a scripted endpoint. */
export interface SitesStage extends SettlingStage {
  readonly browser: StewardBrowser;
  readonly endpoint: ChangingEndpoint;
  readonly sites: Readonly<Record<SiteName, ChaosSite>>;
  /** The events of all pages, with their origins. */
  readonly pageLog: PageLog;
  readonly worker: WorkerEdges;
  closePanel(): Promise<void>;
  reloadPage(name: SiteName): Promise<void>;
  /** Closes the site's tab, and opens its page in another one. */
  reopenPage(name: SiteName): Promise<void>;
}

/** Starts this browser with the extension, three playgrounds and an endpoint, passes them to `use`, and removes them afterwards. */
export function withSitesStage(
  product: BrowserProduct,
  use: (stage: SitesStage) => Promise<void>,
): Promise<void> {
  return withPlaygrounds(SITE_NAMES.length, [], async (playgrounds) => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-chaos-'));
    const endpoint = await startChangingEndpoint(says('Here I am.'));
    const browser = await launchBrowser(product, {
      extension: product.playgroundExtension,
      headless: true,
      pageSize: { width: 1_200, height: 800 },
      folder,
    });
    try {
      await use(await createStage(browser, playgrounds, endpoint));
    } finally {
      await browser.close();
      await endpoint.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  });
}

function withPlaygrounds(
  count: number,
  started: readonly TestPlayground[],
  use: (playgrounds: readonly TestPlayground[]) => Promise<void>,
): Promise<void> {
  if (started.length === count) return use(started);
  return withTestPlayground((one) => withPlaygrounds(count, [...started, one], use));
}

async function createStage(
  browser: StewardBrowser,
  playgrounds: readonly TestPlayground[],
  endpoint: ChangingEndpoint,
): Promise<SitesStage> {
  const pageLog = createPageLog();
  let open: { side: SidePanel; panel: Panel } | null = null;
  await pageLog.follow(browser.context);

  const openSite = async (playground: TestPlayground): Promise<ChaosSite> => {
    const page = await browser.context.newPage();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider(PROVIDER);
    return { playground, origin: new URL(playground.url).origin, filterPage };
  };
  const entries: [SiteName, ChaosSite][] = [];
  for (const [index, playground] of playgrounds.entries()) {
    entries.push([SITE_NAMES[index] ?? 'north', await openSite(playground)]);
  }
  const sites = Object.fromEntries(entries) as Record<SiteName, ChaosSite>;

  async function openBeside(name: SiteName): Promise<{ side: SidePanel; panel: Panel }> {
    const { page } = sites[name].filterPage;
    await page.bringToFront();
    const side = await browser.openSidePanel(page);
    side.page.on('pageerror', (error) => pageLog.errors.push(`panel: ${error}`));
    return { side, panel: createPanel(side.page) };
  }

  async function openPanel(): Promise<void> {
    open ??= await openBeside('north');
  }

  function panel(): Panel {
    if (open === null) throw new Error('The panel is closed.');
    return open.panel;
  }

  // Each page has been asked about once, so its site is known.
  for (const name of ['west', 'south'] as const) {
    const beside = await openBeside(name);
    await beside.panel.pageLine.filter({ hasText: 'models' }).waitFor();
    await beside.side.close();
  }
  await openPanel();
  await panel().connectScripted(endpoint);
  await chooseAll(panel(), sites);
  await panel().converse('Are you there?', 'Here I am.');
  const worker = await watchWorkerEdges(browser);

  return {
    browser,
    endpoint,
    sites,
    pageLog,
    worker,
    get page() {
      return sites.north.filterPage.page;
    },
    panel,
    openPanel,
    async closePanel() {
      await open?.side.close();
      open = null;
    },
    async reloadPage(name) {
      const { filterPage } = sites[name];
      await filterPage.page.reload();
      await filterPage.counts();
    },
    async reopenPage(name) {
      const site = sites[name];
      await site.filterPage.page.close();
      const { playground } = site;
      const tab = await browser.context.newPage();
      site.filterPage = createFilterPage(tab);
      await openFilterPage(tab, playground.url, playground.apiKey);
      // The chat about the sites is shown beside the first.
      await sites.north.filterPage.page.bringToFront();
    },
    rows: (table) => panel().page.evaluate(readAllRows, table),
  };
}

/** Names the sites, and chooses all of them for the chat beside the first. */
async function chooseAll({ page }: Panel, sites: Readonly<Record<SiteName, ChaosSite>>): Promise<void> {
  for (const name of SITE_NAMES) {
    const mark = { name, color: 'blue' };
    await sendCommand(page, { type: 'mark-site', origin: sites[name].origin, mark });
  }
  const chats = (await page.evaluate(readAllRows, 'chats')) as unknown as {
    id: string;
    binding: { origin: string; instanceId: string };
  }[];
  const ofSites = SITE_NAMES.flatMap(
    (name) => chats.find(({ binding }) => binding.origin === sites[name].origin) ?? [],
  );
  await sendCommand(page, {
    type: 'choose-sites',
    chatId: ofSites[0]?.id,
    sites: ofSites.map(({ binding: { origin, instanceId } }) => ({ origin, instanceId })),
  });
}

/** Sends a command as the panel does. Rejects with the background's error. */
async function sendCommand(page: Panel['page'], command: object): Promise<void> {
  const reply = await page.evaluate(
    (sent) => chrome.runtime.sendMessage({ channel: 'steward/command', command: sent }),
    command,
  );
  if (reply?.ok !== true) throw new Error(`The background refused: ${JSON.stringify(reply)}`);
}
