/// <reference types="chrome" />
import { askFilterPage } from '@/tests/drive/ask-filter-page';
import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser, PLAYGROUND_EXTENSION, type StewardBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import { openSidePanel, type SidePanel } from '@/tests/drive/side-panel';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { type TestPlayground, withTestPlayground } from '@/tests/fakes/test-playground';
import { logPage, type PageLog } from './page-log';
import { type WorkerEdges, watchWorkerEdges } from './worker-edges';

/** The provider whose rules the tasks change. */
export const PROVIDER = 'openai';

/** The real extension beside the playground's page, with a scripted endpoint. */
export interface ChaosStage {
  readonly browser: StewardBrowser;
  readonly playground: TestPlayground;
  readonly endpoint: ChangingEndpoint;
  readonly filterPage: FilterPage;
  readonly pageLog: PageLog;
  readonly worker: WorkerEdges;
  /** The open panel. Throws if there is none. */
  panel(): Panel;
  /** Opens the panel unless it is open. */
  openPanel(): Promise<void>;
  closePanel(): Promise<void>;
  reloadPage(): Promise<void>;
  /** A new chat beside a page that shows the saved rules. */
  newChat(): Promise<void>;
  /** All rows of one of the extension's tables. Needs an open panel. */
  rows(table: string): Promise<Record<string, unknown>[]>;
}

/** Sets the stage, passes it to `use`, and removes everything. */
export function withChaosStage(use: (stage: ChaosStage) => Promise<void>): Promise<void> {
  return withTestPlayground(async (playground) => {
    const endpoint = await startChangingEndpoint(says('Here I am.'), { input_modalities: ['text', 'image'] });
    const browser = await launchBrowser({
      extension: PLAYGROUND_EXTENSION,
      headless: true,
      pageSize: { width: 1_200, height: 800 },
    });
    try {
      await use(await createStage(browser, playground, endpoint));
    } finally {
      await browser.close();
      await endpoint.close();
    }
  });
}

async function createStage(
  browser: StewardBrowser,
  playground: TestPlayground,
  endpoint: ChangingEndpoint,
): Promise<ChaosStage> {
  const [page = await browser.context.newPage()] = browser.context.pages();
  const pageLog = await logPage(page);
  const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
  await filterPage.chooseProvider(PROVIDER);
  let open: { side: SidePanel; panel: Panel } | null = null;

  async function openPanel(): Promise<void> {
    if (open !== null) return;
    const side = await openSidePanel(browser, page);
    side.page.on('pageerror', (error) => pageLog.errors.push(`panel: ${error}`));
    open = { side, panel: createPanel(side.page) };
  }

  function panel(): Panel {
    if (open === null) throw new Error('The panel is closed.');
    return open.panel;
  }

  await openPanel();
  await panel().connectScripted(endpoint);
  await panel().converse('Are you there?', 'Here I am.');
  const worker = await watchWorkerEdges(browser);

  return {
    browser,
    playground,
    endpoint,
    filterPage,
    pageLog,
    worker,
    panel,
    openPanel,
    async closePanel() {
      await open?.side.close();
      open = null;
    },
    async reloadPage() {
      await page.reload();
      await filterPage.counts();
    },
    async newChat() {
      await page.evaluate(askFilterPage, {
        type: 'action',
        body: { name: 'discard', args: {}, ifRevision: null },
      });
      pageLog.noteLoad();
      await chooseFromMenu(panel().page, 'New chat');
      await panel().page.waitForFunction(() => document.getElementsByClassName('user-message').length === 0);
    },
    rows: (table) => panel().page.evaluate(readAllRows, table),
  };
}

/** Runs in the panel. Rejects for an unknown table. */
async function readAllRows(table: string): Promise<Record<string, unknown>[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('steward');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
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
