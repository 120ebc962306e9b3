/// <reference types="chrome" />
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { askFilterPage } from '@/tests/drive/ask-filter-page';
import { createFilterPage, type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { BrowserProduct, SidePanel, StewardBrowser } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { createPageLog, type PageLog } from './page-log';
import type { SettlingStage } from './settle';
import { type WorkerEdges, watchWorkerEdges } from './worker-edges';

/** The provider whose rules the tasks change. */
export const PROVIDER = 'openai';

/** The real extension beside the playground's page, with a scripted endpoint. */
export interface ChaosStage extends SettlingStage {
  /** The running browser. A fault may end it and start another. */
  readonly browser: StewardBrowser;
  readonly playground: TestPlayground;
  readonly endpoint: ChangingEndpoint;
  /** The page, in its present tab. */
  readonly filterPage: FilterPage;
  readonly pageLog: PageLog;
  /** The extension's worker; another object after an update and in another browser. */
  readonly worker: WorkerEdges;
  closePanel(): Promise<void>;
  reloadPage(): Promise<void>;
  /** Updates the extension, and waits until the browser has closed the panel. */
  updateExtension(): Promise<void>;
  /** Opens the page in `tab`, where the user has not signed in. From now on it is the page of the stage. */
  openPage(tab: Page): Promise<void>;
  /** Makes `tab`, in which the browser loads the page again, the page of the stage. */
  movePage(tab: Page): Promise<void>;
  /** Starts a browser again with the profile of the one before, which has ended. It shows one blank tab, and no panel. */
  restartBrowser(): Promise<void>;
  /** A new chat beside a page that shows the saved rules. */
  newChat(): Promise<void>;
}

/** Starts this browser with the extension, a playground and an endpoint, passes them to `use`, and removes them afterwards. */
export function withChaosStage(
  product: BrowserProduct,
  use: (stage: ChaosStage) => Promise<void>,
): Promise<void> {
  return withTestPlayground(async (playground) => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-chaos-'));
    const endpoint = await startChangingEndpoint(says('Here I am.'), { input_modalities: ['text', 'image'] });
    // A copy, in which faults may change the version.
    await cp(product.playgroundExtension, extensionIn(folder), { recursive: true });
    const launch = () =>
      launchBrowser(product, {
        extension: extensionIn(folder),
        headless: true,
        pageSize: { width: 1_200, height: 800 },
        folder,
      });
    const stage = await createStage(launch, playground, endpoint);
    try {
      await use(stage);
    } finally {
      await stage.browser.close();
      await endpoint.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  });
}

/** The unpacked extension of a stage whose browser writes to this folder. */
function extensionIn(folder: string): string {
  return join(folder, 'extension');
}

async function createStage(
  launch: () => Promise<StewardBrowser>,
  playground: TestPlayground,
  endpoint: ChangingEndpoint,
): Promise<ChaosStage> {
  const pageLog = createPageLog();
  let browser = await launch();
  let [page = await browser.context.newPage()] = browser.context.pages();
  let filterPage = createFilterPage(page);
  let open: { side: SidePanel; panel: Panel } | null = null;

  async function openPage(tab: Page): Promise<void> {
    page = tab;
    filterPage = await openFilterPage(tab, playground.url, playground.apiKey);
  }

  async function movePage(tab: Page): Promise<void> {
    page = tab;
    filterPage = createFilterPage(tab);
    await filterPage.counts();
  }

  async function openPanel(): Promise<void> {
    if (open !== null) return;
    const side = await browser.openSidePanel(page);
    side.page.on('pageerror', (error) => pageLog.errors.push(`panel: ${error}`));
    open = { side, panel: createPanel(side.page) };
  }

  function panel(): Panel {
    if (open === null) throw new Error('The panel is closed.');
    return open.panel;
  }

  await pageLog.follow(browser.context);
  await openPage(page);
  await filterPage.chooseProvider(PROVIDER);
  await openPanel();
  await panel().connectScripted(endpoint);
  await panel().converse('Are you there?', 'Here I am.');
  let worker = await watchWorkerEdges(browser);

  return {
    get browser() {
      return browser;
    },
    playground,
    endpoint,
    get filterPage() {
      return filterPage;
    },
    get page() {
      return page;
    },
    pageLog,
    get worker() {
      return worker;
    },
    panel,
    openPanel,
    async closePanel() {
      await open?.side.close();
      open = null;
    },
    reloadPage: async () => {
      await page.reload();
      await filterPage.counts();
    },
    async updateExtension() {
      const closed = open?.side.page.waitForEvent('close');
      await browser.update();
      worker = await watchWorkerEdges(browser);
      await closed;
      open = null;
    },
    openPage,
    movePage,
    async restartBrowser() {
      open = null;
      browser = await launch();
      await pageLog.follow(browser.context);
      worker = await watchWorkerEdges(browser);
    },
    async newChat() {
      await page.evaluate(askFilterPage, {
        type: 'action',
        body: { name: 'discard', args: {}, ifRevision: null },
      });
      pageLog.noteLoad();
      await beginChat(panel());
    },
    rows: (table) => panel().page.evaluate(readAllRows, table),
  };
}

/** Begins a new chat, and waits until the panel shows it. */
export async function beginChat({ page }: Panel): Promise<void> {
  const chats = async () => (await page.evaluate(readAllRows, 'chats')).length;
  const before = await chats();
  const isOpen = async () => (await chats()) > before;
  await chooseFromMenu(page, 'New chat');
  // After a fault, a page that is still being loaded can't have a chat; the panel says so, and the user tries again.
  await waitUntil(isOpen, '').catch(async () => {
    const says = await page.locator('.panel-main').innerText();
    await chooseFromMenu(page, 'New chat');
    await waitUntil(isOpen, `There is no new chat, and the panel says: ${says.slice(-300)}`);
  });
  await page.waitForFunction(() => document.getElementsByClassName('user-message').length === 0);
}

/** Runs in the panel. Rejects for an unknown table. */
export async function readAllRows(table: string): Promise<Record<string, unknown>[]> {
  const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
    const opening = indexedDB.open('steward');
    opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(null) : reject(opening.error));
    // Right after its deletion there is none, and reading must not create one.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
  });
  if (database === null) return [];
  try {
    const reading = database.transaction(table).objectStore(table).getAll();
    return await new Promise((resolve, reject) => {
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => resolve(reading.result);
    });
  } finally {
    database.close();
  }
}
