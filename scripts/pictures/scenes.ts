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
  await firstClick(scene);
  await firstAnswer(scene);
  await changesAndUndo(scene);
  await plan(scene);
  await questions(scene);
  await listOfChats(scene);
}

async function firstClick({ panel, photographer, playground, browser }: Scene): Promise<void> {
  const connections = createConnectionSheet(panel.page);
  await panel.pageLine.getByText('openai').waitFor();
  await photographer.panel(documentPath('own-1-first-click'), 620);
  // A headless browser does not show the permission prompt that saving a connection opens.
  await browser.setHostPermission('http://127.0.0.1/*', true);
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel(MODEL);
  await panel.keepSite();

  await connections.open();
  await connections.edit(new URL(playground.url).host);
  await connections.test();
  await photographer.panel(documentPath('own-2-connection'), 900);
  await connections.close();
}

async function firstAnswer({ panel, photographer, page }: Scene): Promise<void> {
  await done(panel, 'Block preview models');
  await photographer.panel(documentPath('own-3-at-work'), 700);
  await photographer.window(documentPath('steward'), README_WINDOW);
  for (const part of [page, panel.page]) await part.emulateMedia({ colorScheme: 'dark' });
  await photographer.window(screenshotPath('5-dark'), STORE_WINDOW);
  for (const part of [page, panel.page]) await part.emulateMedia({ colorScheme: 'light' });
  await panel.openSites();
  await photographer.panel(documentPath('own-4-sites'), 640);
  await panel.closeSites();
}

async function changesAndUndo({ panel, photographer }: Scene): Promise<void> {
  await openPermissions(panel);
  await photographer.panel(documentPath('permissions'), 704);
  await photographer.window(screenshotPath('4-permissions'), STORE_WINDOW);
  await choosePermissions(panel, 'Ask before every change');
  await panel.ask('Block *mini*, *turbo* and "o1"');
  await readyToApprove(panel);
  await photographer.panel(documentPath('approval'), 760);
  await photographer.window(screenshotPath('2-approval'), STORE_WINDOW);
  await panel.approve();
  await panel.finished();

  await panel.openCheckpoints();
  await panel.chooseCheckpoint('Hide *mini*');
  await photographer.panel(documentPath('undo'), 560);
  await photographer.window(screenshotPath('3-undo'), STORE_WINDOW);
  await panel.keepPage();
}

async function plan({ panel, photographer }: Scene): Promise<void> {
  await openNewChat(panel);
  await openPermissions(panel);
  await choosePermissions(panel, 'Plan first');
  await panel.ask('Block *-2024-*, then save the changes');
  await readyToApprove(panel);
  await photographer.panel(documentPath('plan'), 720);
  await panel.approve();
  await panel.finished();
}

async function questions({ panel, photographer, playground, pricedEndpoint }: Scene): Promise<void> {
  const connections = createConnectionSheet(panel.page);
  await openNewChat(panel);
  await openPermissions(panel);
  await choosePermissions(panel, 'Ask if risky');
  await connections.open();
  await connections.add();
  await connections.enter({ baseUrl: `${pricedEndpoint.url}/v1`, apiKey: playground.apiKey });
  await connections.save();
  await panel.chooseModel(MODEL);
  await done(panel, 'Which providers are there?');
  await done(panel, 'What would happen if I blocked *gpt-4.1*?');
  await photographer.window(screenshotPath('1-question'), STORE_WINDOW);
  await panel.page.getByRole('button', { name: /^Context and costs: / }).click();
  await photographer.panel(documentPath('costs'), 500);
  await panel.page.keyboard.press('Escape');
}

async function listOfChats({ panel, photographer }: Scene): Promise<void> {
  await openNewChat(panel);
  await panel.ask('Block *search* and save the changes');
  await readyToApprove(panel);
  await panel.page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const chats = panel.page.getByRole('dialog', { name: 'Chats' });
  await chats.getByLabel('Actions for Block preview models', { exact: true }).click();
  await chats.getByRole('menuitem', { name: 'Pin' }).click();
  await chats.getByRole('img', { name: 'Pinned' }).waitFor();
  await photographer.panel(documentPath('chats'), 500);
}

/** The path of a picture in the documents. */
function documentPath(name: string): string {
  return join('docs', 'images', `${name}.png`);
}

/** The path of a screenshot for the stores. */
function screenshotPath(name: string): string {
  return join(STORE_FOLDER, `${name}.png`);
}

/** Asks, and waits for the end of the answer. */
async function done(panel: Panel, request: string): Promise<void> {
  await panel.ask(request);
  await panel.finished();
}

/** Opens a new chat, and waits until the panel shows it. */
async function openNewChat({ page }: Panel): Promise<void> {
  await chooseFromMenu(page, 'New chat');
  await page.getByRole('button', { name: 'Start read-only' }).waitFor();
}

async function openPermissions({ page }: Panel): Promise<void> {
  await page.getByRole('button', { name: 'Permissions:' }).click();
  // The tools are listed after the choices.
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
}

async function choosePermissions({ page }: Panel, name: string): Promise<void> {
  await page.getByLabel(name).check();
  await page.keyboard.press('Escape');
}

function readyToApprove({ approval }: Panel): Promise<void> {
  return approval
    .getByRole('button', { name: APPROVE, disabled: false })
    .waitFor({ timeout: RUN_TIMEOUT_MS });
}
