import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { BrowserContext } from 'playwright';
import { DEMO_MODEL_ID } from '@/playground/server/demo-model-card';
import { type RunningServer, serveApp } from '@/playground/server/serve-app';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { openFilterPage } from '@/tests/drive/filter-page';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel } from '@/tests/drive/panel';
import { createClosers } from '../demo/closers';
import { emptyOutput, startDemoPlayground } from '../demo/start-demo-playground';
import { ROOT, setUp } from '../set-up.mjs';
import { readTexts, SOURCE } from '../texts/read-texts';
import { createPhotographer, drawPicture, savePicture } from './photographer';
import { playScenes, STORE_FOLDER } from './scenes';

/** The build that users install. It has access to a page only after a click, unlike the builds for tests. */
const PUBLISHED_EXTENSION = join(ROOT, 'dist', 'chrome-mv3');
const PAGE_SIZE = { width: 1200, height: 800 };
/** Fields that an endpoint with prices adds to a model in its list: dollars per token, and the size of the context window. */
const FIGURES = { pricing: { prompt: '0.0000025', completion: '0.00001' }, context_length: 128_000 };
/** The small promotional tile of the Chrome Web Store, in CSS pixels. */
const TILE_SIZE = { width: 440, height: 280 };

/**
 * Runs `npm run pictures`: takes every picture that the README, the documents for users and the stores show, under the name that they
 * use, from the real extension and the playground.
 */
export async function takePictures(): Promise<void> {
  await setUp('browser', ['build:playground', 'build']);
  const closers = createClosers();
  try {
    emptyOutput();
    const playground = await startDemoPlayground();
    closers.add(playground.close);
    const pricedEndpoint = await startPricedEndpoint(playground.url);
    closers.add(pricedEndpoint.close);
    const browser = await launchBrowser(CHROMIUM, {
      extension: PUBLISHED_EXTENSION,
      headless: true,
      pageSize: PAGE_SIZE,
    });
    closers.add(() => browser.close());
    const [page = await browser.context.newPage()] = browser.context.pages();
    const filterPage = await openFilterPage(page, playground.url, playground.apiKey);
    await filterPage.chooseProvider('openai');
    const sidePanel = await clickToolbarButton(browser, page);
    const panel = createPanel(sidePanel.page);
    const photographer = createPhotographer(browser.context, page, sidePanel.page);
    await playScenes({ browser, page, panel, photographer, playground, pricedEndpoint });
    await drawPromotionalTile(browser.context);
  } finally {
    await closers.closeAll();
  }
}

/** An endpoint that lists the demo model alone, with prices, which the playground has none of. It passes all other requests on to the playground. */
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
async function drawPromotionalTile(context: BrowserContext): Promise<void> {
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
  savePicture(join(STORE_FOLDER, 'tile.png'), await drawPicture(context, TILE_SIZE, html));
}
