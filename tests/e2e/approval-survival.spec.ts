import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import type { BrowserProduct, StewardBrowser } from '@/tests/drive/steward-browser';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { ENV_FILE, withTestPlayground } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, test } from './approval-fixtures';
import { createApprovalView } from './approval-view';
import { connectByCommand } from './connect-by-command';
import { test as uncheckedTest } from './fixtures';
import { setRules } from './page-rules';
import { restartWorker } from './restart-worker';
import { openSecondWindow } from './second-window';
import { ENDS_WORKER } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const AUDIO = { openai: { ignore: ['*audio*'], whitelist: [] } };
const SAVED = `${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`;

test.extend(ENDS_WORKER)(
  'an approval request outlives the worker: the next one runs the approved call',
  inBothBrowsers(APPROVAL),
  async ({ scenario, filterPage, playground, steward }) => {
    const { panel, view } = scenario;
    await setRules(filterPage, AUDIO);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    await restartWorker(steward, panel.page);
    await expect(view.card).toBeVisible();
    await view.approve();
    await panel.answered(CONCLUSION);
    expect(await playground.readEnvFile()).toBe(SAVED);
    expect(scenario.results()).toMatchObject([{ success: true }]);
    await expect(panel.toolCards('save_changes')).toHaveCount(1);
    await expect(panel.alert).toHaveCount(0);
  },
);

test(
  'two panels show the same approval request; answered in one, it disappears in the other',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground, steward }) => {
    await setRules(filterPage, AUDIO);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    const { panel: second, release } = await openSecondWindow(steward, playground);
    // The second window's page has a chat of its own; the first chat is listed as waiting.
    await second.page.getByRole('button', { name: '1 other chat waits for you' }).click();
    await second.page.getByRole('list', { name: 'Other chats' }).getByRole('button').click();
    await expect(second.page.getByRole('region', { name: 'Page in another window' })).toBeVisible();
    const view = createApprovalView({ ...second, close: release });
    await expect(view.card).toBeVisible();
    await view.approve();
    await expect(scenario.view.card).toHaveCount(0);
    await expect(view.card).toHaveCount(0);
    await expect(scenario.panel.said(CONCLUSION)).toBeVisible();
    await expect(second.said(CONCLUSION)).toBeVisible();
    expect(await playground.readEnvFile()).toBe(SAVED);
    await release();
  },
);

uncheckedTest(
  'an approval request outlives the browser: after its restart it is renewed for the current page',
  thorough(APPROVAL),
  async ({ product }) => {
    uncheckedTest.setTimeout(120_000);
    const folder = await mkdtemp(join(tmpdir(), 'steward-restart-'));
    const endpoint = await startChangingEndpoint(inTurn(calls('save_changes', '{}'), says(CONCLUSION)));
    try {
      await withTestPlayground(async (playground) => {
        await inBrowser(product, folder, async (steward) => {
          const [first] = steward.context.pages();
          const page = first ?? (await steward.context.newPage());
          const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
          await filterPage.chooseProvider('openai');
          await setRules(filterPage, AUDIO);
          const { page: document } = await steward.openSidePanel(page);
          const panel = createPanel(document);
          await connectByCommand(panel, endpoint);
          await panel.ask('Save it');
          await expect(panel.approval).toBeVisible();
        });
        expect(await playground.readEnvFile()).toBe(ENV_FILE);

        await inBrowser(product, folder, async (steward) => {
          const page = await steward.context.newPage();
          const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
          await filterPage.chooseProvider('openai');
          // The page was restored without its unsaved rule, and then got another one.
          await setRules(filterPage, { openai: { ignore: ['*mini*'], whitelist: [] } });
          const { page: document } = await steward.openSidePanel(page);
          const panel = { ...createPanel(document), close: async () => undefined };
          const view = createApprovalView(panel);
          await expect(view.card).toContainText('The page changed since this approval was requested');
          await view.approve();
          await expect(panel.said(CONCLUSION)).toBeVisible();
          expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*mini*'\n`);
        });
      });
    } finally {
      await endpoint.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
);

/** One session of a browser whose profile is in `folder`. */
async function inBrowser(
  product: BrowserProduct,
  folder: string,
  live: (steward: StewardBrowser) => Promise<void>,
): Promise<void> {
  const pageSize = { width: 1200, height: 800 };
  const steward = await launchBrowser(product, {
    extension: product.playgroundExtension,
    headless: true,
    pageSize,
    folder,
  });
  try {
    await live(steward);
  } finally {
    await steward.close();
  }
}
