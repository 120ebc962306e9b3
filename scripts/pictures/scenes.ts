import { join } from 'node:path';
import type { Page } from 'playwright';
import type { RunningServer } from '@/playground/server/serve-app';
import { APPROVE } from '@/tests/drive/approve-button';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { chooseFromMenu } from '@/tests/drive/menu';
import type { Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import type { DemoPlayground } from '../demo/start-demo-playground';
import type { Photographer } from './photographer';

/** The panel beside the filter page, as a user has them in front. */
export interface Scene {
  browser: StewardBrowser;
  page: Page;
  panel: Panel;
  photographer: Photographer;
  playground: DemoPlayground;
  pricedEndpoint: RunningServer;
}

/** Folder of the pictures for the stores, from the root. */
export const STORE_FOLDER = join('store', 'pictures');

const README_WINDOW = { pageWidth: 1200, panelWidth: 435, height: 800 };
/** The size that the Chrome Web Store demands: 1280 × 800. */
const STORE_WINDOW = { pageWidth: 880, panelWidth: 399, height: 800 };
const MODEL = 'demo/assistant';
/** Time limit of a run until it waits for the user. */
const RUN_TIMEOUT_MS = 60_000;

/** Takes the pictures of the panel and the page, in the order in which a user gets to see them. */
export async function playScenes(scene: Scene): Promise<void> {
  const { browser, panel, photographer, playground, pricedEndpoint } = scene;
  const { page } = panel;
  const connections = createConnectionSheet(page);
  const ofPanel = (name: string, height: number) =>
    photographer.panel(join('docs', 'images', `${name}.png`), height);
  const forStore = (name: string) => photographer.window(join(STORE_FOLDER, `${name}.png`), STORE_WINDOW);
  const done = async (request: string) => {
    await panel.ask(request);
    await panel.finished();
  };
  const approved = async () => {
    await panel.approve();
    await panel.finished();
  };
  const readyToApprove = async (request: string) => {
    await panel.ask(request);
    const approve = panel.approval.getByRole('button', { name: APPROVE, disabled: false });
    await approve.waitFor({ timeout: RUN_TIMEOUT_MS });
  };
  const newChat = async () => {
    await chooseFromMenu(page, 'New chat');
    await page.getByRole('button', { name: 'Start read-only' }).waitFor();
  };
  const openPermissions = async () => {
    await page.getByRole('button', { name: 'Permissions:' }).click();
    // The tools are listed after the choices.
    await page.getByRole('dialog').getByRole('combobox').first().waitFor();
  };
  const choosePermissions = async (name: string) => {
    await page.getByLabel(name).check();
    await page.keyboard.press('Escape');
  };

  // The first click.
  await panel.pageLine.getByText('openai').waitFor();
  await ofPanel('own-1-first-click', 620);
  // A headless browser does not show the permission prompt that saving a connection opens.
  await browser.setHostPermission('http://127.0.0.1/*', true);
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel(MODEL);
  await panel.keepSite();
  await connections.open();
  await connections.edit(new URL(playground.url).host);
  await connections.test();
  await ofPanel('own-2-connection', 900);
  await connections.close();

  // The first answer.
  await done('Block preview models');
  await ofPanel('own-3-at-work', 700);
  await photographer.window(join('docs', 'images', 'steward.png'), README_WINDOW);
  const inScheme = async (colorScheme: 'dark' | 'light') => {
    for (const part of [scene.page, page]) await part.emulateMedia({ colorScheme });
  };
  await inScheme('dark');
  await forStore('5-dark');
  await inScheme('light');
  await panel.openSites();
  await ofPanel('own-4-sites', 640);
  await panel.closeSites();

  // Changes, and how they are undone.
  await openPermissions();
  await ofPanel('permissions', 704);
  await forStore('4-permissions');
  await choosePermissions('Ask before every change');
  await readyToApprove('Block *mini*, *turbo* and "o1"');
  await ofPanel('approval', 760);
  await forStore('2-approval');
  await approved();
  await panel.openCheckpoints();
  await panel.chooseCheckpoint('Hide *mini*');
  await ofPanel('undo', 560);
  await forStore('3-undo');
  await panel.keepPage();

  // A plan.
  await newChat();
  await openPermissions();
  await choosePermissions('Plan first');
  await readyToApprove('Block *-2024-*, then save the changes');
  await ofPanel('plan', 720);
  await approved();

  // Questions, and what they cost.
  await newChat();
  await openPermissions();
  await choosePermissions('Ask if risky');
  await connections.open();
  await connections.add();
  await connections.enter({ baseUrl: `${pricedEndpoint.url}/v1`, apiKey: playground.apiKey });
  await connections.save();
  await panel.chooseModel(MODEL);
  await done('Which providers are there?');
  await done('What would happen if I blocked *gpt-4.1*?');
  await forStore('1-question');
  await page.getByRole('button', { name: /^Context and costs: / }).click();
  await ofPanel('costs', 500);
  await page.keyboard.press('Escape');

  // The list of chats.
  await newChat();
  await readyToApprove('Block *search* and save the changes');
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const chats = page.getByRole('dialog', { name: 'Chats' });
  await chats.getByLabel('Actions for Block preview models', { exact: true }).click();
  await chats.getByRole('menuitem', { name: 'Pin' }).click();
  await chats.getByRole('img', { name: 'Pinned' }).waitFor();
  await ofPanel('chats', 500);
}
