import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Route } from 'playwright';
import { bodyOf } from '@/tests/drive/request-body';
import type { KitBrowser, KitTab, TabOptions } from './kit-browser';

/** The name of the isolated world in which the adapter runs. */
export const WORLD_NAME = 'steward-conformance';

/** Evaluates an expression; resolves with its value, or rejects with the first line of its error. */
export type Evaluate = (expression: string) => Promise<unknown>;

/**
 * Opens the kit's tabs in a browser. `enterWorld` gives a loaded page a new world for the adapter. `storageState`: a
 * file with cookies and local storage; null starts without any.
 */
export function kitTabs(
  browser: Browser,
  enterWorld: (page: Page) => Promise<Evaluate>,
  storageState: string | null,
): KitBrowser {
  return {
    async newTab(options) {
      const context = await browser.newContext(storageState === null ? {} : { storageState });
      const page = await context.newPage();
      await page.addInitScript(options.pageScript);
      await context.route('**/*', (route) => answerRoute(route, options.answer));
      return createTab(page, () => enterWorld(page), options);
    },
  };
}

function createTab(page: Page, enterWorld: () => Promise<Evaluate>, { adapterScript }: TabOptions): KitTab {
  let evaluate: Evaluate | null = null;

  async function enter(): Promise<void> {
    await page.waitForLoadState('load');
    evaluate = await enterWorld();
    await evaluate(adapterScript);
  }

  return {
    async goto(url) {
      await page.goto(url);
      await enter();
    },
    async reload() {
      await page.reload();
      await enter();
    },
    setContent: (html) => page.setContent(html),
    runInPage: (expression) => page.evaluate(expression),
    async runInAdapterWorld(expression) {
      if (evaluate === null) throw new Error('The tab shows no page yet.');
      return String(await evaluate(expression));
    },
    close: () => page.context().close(),
  };
}

/** Answers a request of a page, or lets it reach the real server. */
export async function answerRoute(route: Route, answer: TabOptions['answer']): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const answered = answer({
    method: request.method(),
    path: `${pathname}${search}`,
    headers: request.headers(),
    body: bodyOf(request),
  });
  if (answered === null) return route.continue();
  const { afterMs, ...response } = answered;
  if (afterMs > 0) await sleep(afterMs);
  return route.fulfill(response);
}
