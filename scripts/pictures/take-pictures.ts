import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { BrowserContext, Page } from 'playwright';
import { DEMO_MODEL_ID } from '@/playground/server/demo-model-card';
import { type RunningServer, serveApp } from '@/playground/server/serve-app';
import { PLAYGROUND_DEFAULTS, startPlayground } from '@/playground/server/start-playground';
import { APPROVE } from '@/tests/drive/approve-button';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { welcomePage } from '@/tests/drive/welcome-page';
import { sendCommand } from '@/tests/e2e/send-command';
import { createClosers } from '../demo/closers';
import {
  type DemoPlayground,
  emptyOutput,
  OUTPUT_FOLDER,
  startDemoPlayground,
} from '../demo/start-demo-playground';
import { parseCommandLine } from '../parse-command-line.mjs';
import { ROOT, setUp } from '../set-up.mjs';
import { readTexts, SOURCE } from '../texts/read-texts';
import { UserError } from '../user-error.mjs';
import {
  createPhotographer,
  drawPicture,
  LastPictureTaken,
  type Photographer,
  pictureWriter,
  type SavePicture,
} from './photographer';

/** The build that users install. It has access to a page only after a click, unlike the builds for tests. */
const PUBLISHED_EXTENSION = join(ROOT, 'dist', 'chrome-mv3');
const PAGE_SIZE = { width: 1200, height: 800 };
/** Fields that an endpoint with prices adds to a model in its list: dollars per token, and the size of the context window. */
const FIGURES = { pricing: { prompt: '0.0000025', completion: '0.00001' }, context_length: 128_000 };
/** The small promotional tile of the Chrome Web Store, in CSS pixels. */
const TILE_SIZE = { width: 440, height: 280 };

const HELP = `Usage: npm run pictures -- [--until NAME]

Takes every picture that the README, the documents for users and the stores show. Each one continues where the one before it
ended.

  --until NAME  ends after this picture, such as own-1-first-click`;

/**
 * Runs `npm run pictures` with these arguments: takes every picture that the README, the documents for users and the stores show, under the name that they
 * use, from the real extension and the playground. Resolves with the exit code. Throws {@link UserError} for an unknown name.
 */
export async function takePictures(args: string[]): Promise<number> {
  const given = parseCommandLine(args, HELP, { options: { until: { type: 'string' } } });
  if (given === null) return 0;
  const { until = null } = given.values;
  await setUp('browser', ['build:playground', 'build']);
  const closers = createClosers();
  try {
    emptyOutput();
    const playground = await startDemoPlayground(1);
    closers.add(playground.close);
    const pricedEndpoint = await startPricedEndpoint(playground.url);
    closers.add(pricedEndpoint.close);
    const secondEnvFile = join(OUTPUT_FOLDER, 'second.env');
    const { apiKey } = playground;
    const secondPlayground = await startPlayground({
      ...PLAYGROUND_DEFAULTS,
      port: 0,
      envFile: secondEnvFile,
      apiKey,
    });
    closers.add(secondPlayground.close);
    const browser = await launchBrowser(CHROMIUM, {
      extension: PUBLISHED_EXTENSION,
      headless: true,
      pageSize: PAGE_SIZE,
    });
    closers.add(() => browser.close());
    await (await welcomePage(browser)).close();
    const [page = await browser.context.newPage()] = browser.context.pages();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    const sidePanel = await clickToolbarButton(browser, page);
    const panel = createPanel(sidePanel.page);
    const save = pictureWriter(until);
    const photographer = createPhotographer(browser.context, page, sidePanel.page, save);
    await playScenes({ browser, page, panel, photographer, playground, pricedEndpoint, secondPlayground });
    await drawPromotionalTile(browser.context, save);
    if (until !== null) throw new UserError(`There is no picture ${until}. All were taken.`);
    return 0;
  } catch (error) {
    if (error instanceof LastPictureTaken) return 0;
    throw error;
  } finally {
    await closers.closeAll();
  }
}

/** Serves a list of models that has only the demo model, with prices, which the playground lacks; forwards all other requests to the playground. */
function startPricedEndpoint(playgroundUrl: string): Promise<RunningServer> {
  const app = new Hono();
  app.get('/v1/models', (context) =>
    context.json({ object: 'list', data: [{ id: DEMO_MODEL_ID, object: 'model', ...FIGURES }] }),
  );
  app.all('*', async ({ req }) => {
    const { method } = req;
    const given = method === 'GET' ? {} : { body: await req.text() };
    const answer = await fetch(`${playgroundUrl}${req.path}`, { method, headers: req.header(), ...given });
    const { status, headers } = answer;
    return new Response(answer.body, { status, headers });
  });
  return serveApp(app, { host: '127.0.0.1', port: 0 });
}

/** Draws the tile from the icon and the extension's description, with the panel's font and colours. */
async function drawPromotionalTile(context: BrowserContext, save: SavePicture): Promise<void> {
  const theme = readFileSync('src/panel/kit/theme.css', 'utf8');
  const icon = readFileSync('assets/icon.svg', 'utf8');
  const description = readTexts('.', SOURCE).get('manifest.description');
  if (description === undefined) throw new Error('The catalogue has no description of the extension.');
  const [claim, how] = description.text.split(': ');
  const html = `
    <style>
      ${theme}
      main { box-sizing: border-box; height: 100vh; padding: 32px; display: grid; align-content: center; gap: 20px;
        font-family: var(--font); color: var(--text); background: var(--surface); border-bottom: 12px solid var(--accent) }
      header { display: flex; align-items: center; gap: 16px; font-size: 40px; font-weight: 700; color: var(--accent-text) }
      svg { width: 72px }
      p { margin: 0; font-size: 24px; line-height: 1.3; text-wrap: balance }
      small { display: block; font-size: 15px; line-height: 1.4; color: var(--text-muted); text-wrap: balance }
      small::first-letter { text-transform: uppercase }
    </style>
    <main><header>${icon}Steward</header><p>${claim}</p><small>${how}</small></main>`;
  save(join(STORE_FOLDER, 'tile.png'), await drawPicture(context, TILE_SIZE, html));
}

/** The panel beside the filter page, as a user has them in front. */
interface Scene {
  browser: StewardBrowser;
  page: Page;
  panel: Panel;
  photographer: Photographer;
  playground: DemoPlayground;
  pricedEndpoint: RunningServer;
  secondPlayground: RunningServer;
}

/** Folder of the pictures for the stores, from the root. */
const STORE_FOLDER = join('store', 'pictures');

const README_WINDOW = { pageWidth: 1200, panelWidth: 435, height: 800 };
/** The size that the Chrome Web Store demands: 1280 × 800. */
const STORE_WINDOW = { pageWidth: 880, panelWidth: 399, height: 800 };
const MODEL = 'demo/assistant';
/** Time limit of a run until it waits for the user. */
const RUN_TIMEOUT_MS = 60_000;

/** Takes the pictures of the panel and the page, in the order in which a user gets to see them. */
async function playScenes(scene: Scene): Promise<void> {
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

  // Several sites.
  await newChat();
  await knowSecondSite(scene);
  await chooseFromMenu(page, 'Several sites…');
  const choice = page.getByRole('dialog', { name: 'Several sites' });
  await choice.getByRole('checkbox', { name: SECOND_SITE }).check();
  await choice.getByRole('button', { name: 'Use 2 sites' }).click();
  await openPermissions();
  await choosePermissions('Ask before every change');
  await readyToApprove('Take gpt-4o away everywhere');
  await ofPanel('several-sites', 620);
  await approved();
  await page.getByRole('button', { name: 'Check again' }).waitFor();
  await ofPanel('several-sites-result', 520);

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

const FIRST_SITE = 'production';
const SECOND_SITE = 'staging';

/** Opens the filter page of a second playground beside the panel, returns to the first, and gives both names. */
async function knowSecondSite({ browser, page, panel, playground, secondPlayground }: Scene): Promise<void> {
  const second = await browser.context.newPage();
  await (await openFilterPage(second, secondPlayground.url, playground.apiKey)).chooseProvider('openai');
  for (const [shown, name, color] of [
    [second, SECOND_SITE, 'blue'],
    [page, FIRST_SITE, 'red'],
  ] as const) {
    await shown.bringToFront();
    await browser.triggerAction(shown.url());
    const { origin } = new URL(shown.url());
    await sendCommand(panel.page, { type: 'keep-site', origin });
    await sendCommand(panel.page, { type: 'mark-site', origin, mark: { name, color }, set: null });
    await panel.pageLine.getByText(name).waitFor();
  }
}
