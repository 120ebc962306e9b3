import { join } from 'node:path';
import type { Page } from 'playwright';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { createFilterPage, openFilterPage } from '@/tests/drive/filter-page';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { withPage } from '@/tests/drive/with-page';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import type { BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import { EVALUATION_CATEGORIES, evaluationMs, measurePage, recordTrace } from '../trace';
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
      const script = { matches: ['http://127.0.0.1/*', 'http://localhost/*'], js: [EMPTY_SCRIPT] };
      const files = { [EMPTY_SCRIPT]: 'void 0;\n' };
      const empty = join(browser.folder, 'empty');
      await browser.install(await writeExtension(empty, { content_scripts: [script] }, files));
      const steward = { ...browser, ...(await browser.install(CHROMIUM.playgroundExtension)) };
      const [page = await browser.context.newPage()] = browser.context.pages();
      await page.addInitScript(watchReading);
      await openFilterPage(page, url, null);
      await clickToolbarButton(steward, page);
      await page.waitForFunction(wasRead);
      return [
        ...(await withPage(PAGE_SIZE, (plain) => costRows(page, plain, url))),
        ...(await partRows(steward, page)),
      ];
    } finally {
      await browser.close();
    }
  });
}

async function costRows(page: Page, plain: Page, url: string): Promise<BenchRow[]> {
  await openFilterPage(plain, url, null);
  const times = new Map([
    [page, await measurePage(page)],
    [plain, await measurePage(plain)],
  ]);
  // The processor time of a loading until the page shows its models, Steward has read it, and it has settled.
  const timesOf = await sampleInTurns(TURNS, [page, plain], async (each) => {
    await each.bringToFront();
    await each.reload();
    await createFilterPage(each).counts();
    if (each === page) await page.waitForFunction(wasRead);
    await each.waitForTimeout(REST_MS);
    return times.get(each)?.() ?? Number.NaN;
  });
  const evaluationsOf = await sampleInTurns(TURNS, [page], () =>
    recordTrace(page, EVALUATION_CATEGORIES, async () => {
      await page.reload();
      await page.waitForFunction(wasRead);
    }),
  );
  return [
    {
      what: 'page that is turned on: evaluation of the content script',
      against: 'an empty content script in the same loading of the page',
      measured: evaluationsOf(page).map((trace) => evaluationMs(trace, SCRIPT)),
      baseline: evaluationsOf(page).map((trace) => evaluationMs(trace, EMPTY_SCRIPT)),
    },
    {
      what: 'page that is turned on: processor time until Steward is attached',
      against: 'the same page without Steward',
      measured: timesOf(page),
      baseline: timesOf(plain),
      notes: [
        'The loading of the filter page with all its models, and Steward’s first reading of its state.',
      ],
    },
  ];
}

/** Compares what the extension has in a page of a site that was never turned on with what it has in `page`. */
async function partRows({ context, extensionId }: StewardBrowser, page: Page): Promise<BenchRow[]> {
  const other = await context.newPage();
  const body = '<!doctype html><p>Other';
  await other.route('**', (route) => route.fulfill({ contentType: 'text/html', body }));
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
    atMost: 0,
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
      const { objectId = '' } = (await devtools.send('Runtime.evaluate', { expression })).result;
      const every = { objectId, depth: -1, pierce: true };
      const found = await devtools.send('DOMDebugger.getEventListeners', every);
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
  const onResponse = ({ detail }: CustomEventInit) => {
    if (JSON.parse(String(detail)).type === 'get-state') globalThis.wasReadForBench = true;
  };
  window.addEventListener('steward:response', onResponse as EventListener, true);
}

/** Runs in the page. */
function wasRead(): boolean {
  return globalThis.wasReadForBench;
}
