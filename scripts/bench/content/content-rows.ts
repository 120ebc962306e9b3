import { join } from 'node:path';
import type { Page } from 'playwright';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { createFilterPage, openFilterPage } from '@/tests/drive/filter-page';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { withPage } from '@/tests/drive/with-page';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import type { BenchRow } from '../bench-row';
import { measureMainThread } from '../main-thread-time';
import { sampleInTurns } from '../measure';
import { EVALUATION_CATEGORIES, evaluationMs, recordTrace, type Trace } from '../trace';
import { writeExtension } from '../write-extension';

const TURNS = { rounds: 15, warmUpRounds: 3, isAlternating: true };
const PAGE_SIZE = { width: 1_200, height: 800 };
/** Time for a page to settle after it is loaded, in milliseconds, so that its deferred work counts. */
const REST_MS = 400;

/** The script of Steward, and of the empty extension, in a page. */
const SCRIPT = 'content-scripts/content.js';
const EMPTY_SCRIPT = 'empty-for-bench.js';

/** Measures what the content script costs a page that is turned on, and proves that any other page gets nothing. */
export function contentRows(): Promise<BenchRow[]> {
  return withFilterPlayground({ envText: '' }, async ({ url }) => {
    const browser = await CHROMIUM.start({ headless: true, pageSize: PAGE_SIZE });
    try {
      await browser.install(await writeEmpty(join(browser.folder, 'empty')));
      const steward = { ...browser, ...(await browser.install(CHROMIUM.playgroundExtension)) };
      const page = await openTurnedOn(steward, url);
      return [
        ...(await withPage(PAGE_SIZE, (plain) => costRows(page, plain, url))),
        ...(await partRows(steward, page)),
      ];
    } finally {
      await browser.close();
    }
  });
}

/** An extension whose content script does nothing. */
function writeEmpty(folder: string): Promise<string> {
  const script = { matches: ['http://127.0.0.1/*', 'http://localhost/*'], js: [EMPTY_SCRIPT] };
  return writeExtension(folder, { content_scripts: [script] }, { [EMPTY_SCRIPT]: 'void 0;\n' });
}

async function openTurnedOn(browser: StewardBrowser, url: string): Promise<Page> {
  const [page = await browser.context.newPage()] = browser.context.pages();
  await page.addInitScript(watchReading);
  await openFilterPage(page, url, null);
  await clickToolbarButton(browser, page);
  await page.waitForFunction(wasRead);
  return page;
}

async function costRows(page: Page, plain: Page, url: string): Promise<BenchRow[]> {
  await openFilterPage(plain, url, null);
  const on = await measureMainThread(page);
  const off = await measureMainThread(plain);
  const times = await sampleInTurns(TURNS, {
    measured: () => load(page, on, () => page.waitForFunction(wasRead)),
    baseline: () => load(plain, off, async () => undefined),
  });
  const evaluations = await sampleInTurns(TURNS, { both: () => traceLoad(page) });
  return [
    {
      what: 'page that is turned on: evaluation of the content script',
      against: 'an empty content script in the same loading of the page',
      measured: evaluations.both.map((trace) => evaluationMs(trace, SCRIPT)),
      baseline: evaluations.both.map((trace) => evaluationMs(trace, EMPTY_SCRIPT)),
    },
    {
      what: 'page that is turned on: processor time until Steward is attached',
      against: 'the same page without Steward',
      ...times,
      notes: [
        'The loading of the filter page with all its models, and Steward’s first reading of its state.',
      ],
    },
  ];
}

/** The processor time of a loading of the page until it shows its models, `then` has resolved, and the page has settled. */
async function load(
  page: Page,
  timeMs: () => Promise<number>,
  then: () => Promise<unknown>,
): Promise<number> {
  await page.bringToFront();
  await page.reload();
  await createFilterPage(page).counts();
  await then();
  await page.waitForTimeout(REST_MS);
  return timeMs();
}

function traceLoad(page: Page): Promise<Trace> {
  return recordTrace(page, EVALUATION_CATEGORIES, async () => {
    await page.reload();
    await page.waitForFunction(wasRead);
  });
}

/** Compares what the extension has in a page of a site that was never turned on with what it has in `page`. */
async function partRows({ context, extensionId }: StewardBrowser, page: Page): Promise<BenchRow[]> {
  const other = await context.newPage();
  await other.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Other' }),
  );
  await other.goto('http://other.example/');
  await other.waitForTimeout(REST_MS);
  const has = await countParts(page, extensionId);
  const others = await countParts(other, extensionId);
  return (['scripts', 'listeners'] as const).map((part) => ({
    what: `page that is not turned on: ${part} of Steward`,
    against: 'a page that is turned on',
    unit: 'number',
    measured: [others[part]],
    baseline: [has[part]],
    goal: { kind: 'at-most', ratio: 0 },
  }));
}

/** Counts the extension's parts in the page, in whatever world they are. */
async function countParts(page: Page, extensionId: string) {
  const devtools = await page.context().newCDPSession(page);
  try {
    const scripts = new Set<string>();
    devtools.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url.startsWith(`chrome-extension://${extensionId}/`)) scripts.add(scriptId);
    });
    // Reports all scripts that the page has, before it resolves.
    await devtools.send('Debugger.enable');
    let listeners = 0;
    for (const expression of ['window', 'document']) {
      const { result } = await devtools.send('Runtime.evaluate', { expression });
      if (result.objectId === undefined) throw new Error(`The page has no ${expression}.`);
      const found = await devtools.send('DOMDebugger.getEventListeners', {
        objectId: result.objectId,
        depth: -1,
        pierce: true,
      });
      listeners += found.listeners.filter(({ scriptId }) => scripts.has(scriptId)).length;
    }
    return { scripts: scripts.size, listeners };
  } finally {
    await devtools.detach();
  }
}

declare global {
  var wasReadForBench: boolean;
}

/** Runs in the page before its scripts. */
function watchReading(): void {
  globalThis.wasReadForBench = false;
  window.addEventListener(
    'steward:response',
    (event) => {
      if (JSON.parse(String((event as CustomEvent).detail)).type === 'get-state')
        globalThis.wasReadForBench = true;
    },
    true,
  );
}

/** Runs in the page. */
function wasRead(): boolean {
  return globalThis.wasReadForBench;
}
