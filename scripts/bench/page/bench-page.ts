import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';
import { type FilterPage, openFilterPage } from '@/tests/drive/filter-page';
import { findBrowser } from '../../find-browser.mjs';
import { type MainThreadTasks, mainThreadTasks, TRACE_CATEGORIES } from './main-thread-tasks';

/** The filter page in a browser with tracing. */
export interface BenchPage {
  filterPage: FilterPage;
  /** The main thread's tasks while `act` runs, and until the page is idle again. */
  trace(act: () => Promise<void>): Promise<MainThreadTasks>;
  close(): Promise<void>;
}

/** Time for the page to settle after an action, so that its deferred work counts too. */
const REST_MS = 400;

export async function openBenchPage({ url, apiKey }: { url: string; apiKey: string }): Promise<BenchPage> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found; run: node scripts/set-up.mjs');
  const browser = await (await loadChromium()).launch({ executablePath, headless: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
    const filterPage = await openFilterPage(page, url, apiKey);
    return { filterPage, trace: (act) => trace(browser, page, act), close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function trace(browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThreadTasks> {
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await act();
  await page.waitForTimeout(REST_MS);
  return mainThreadTasks(JSON.parse((await browser.stopTracing()).toString('utf8')));
}

/** Not bundled with the bench: Playwright starts programs from its installed location. */
async function loadChromium() {
  const path = createRequire(join(process.cwd(), 'package.json')).resolve('playwright');
  const { chromium } = (await import(pathToFileURL(path).href)).default as typeof import('playwright');
  return chromium;
}
