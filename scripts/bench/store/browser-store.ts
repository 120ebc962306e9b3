import type { Browser } from 'playwright';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import type { Operation } from './chat-store';
import type { RunTimes } from './long-chat';

/** A browser database filled with chats. */
export interface BrowserStore {
  /** Duration of an operation in milliseconds, measured in the browser. */
  time(operation: Operation): Promise<number>;
  /** Duration of the check at the worker's start, in milliseconds. */
  timeCheck(): Promise<number>;
  /** Adds the two chats of long-chat.ts. */
  fillLong(): Promise<void>;
  /** Measures a run with one answer in one of these two chats. */
  timeRun(chatId: string): Promise<RunTimes>;
}

/** Opens a browser with a database of many chats and a database of few, passes them to `use`, and cleans up. */
export async function withBrowserStores<Value>(
  sizes: { many: number; few: number },
  use: (many: BrowserStore, few: BrowserStore) => Promise<Value>,
): Promise<Value> {
  const script = await bundlePage('scripts/bench/store/in-browser.ts');
  return withPage({ width: 800, height: 600 }, async (_page, browser) =>
    use(await openStore(browser, script, sizes.many), await openStore(browser, script, sizes.few)),
  );
}

/** Opens a page in its own browser context, and therefore with its own storage. */
async function openStore(browser: Browser, script: string, chats: number): Promise<BrowserStore> {
  const page = await browser.newPage();
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  // A page without a URL cannot open a database.
  await page.goto('https://bench.example/');
  await page.addScriptTag({ content: script });
  await page.evaluate(`fill(${chats})`);
  return {
    time: (operation) => page.evaluate(`time(${JSON.stringify(operation)})`),
    timeCheck: () => page.evaluate('timeCheck()'),
    fillLong: () => page.evaluate('fillLong()'),
    timeRun: (chatId) => page.evaluate(`timeRun(${JSON.stringify(chatId)})`),
  };
}
