import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request, Route } from 'playwright';
import { BODY_HEADER, bodyOf } from '@/tests/drive/request-body';
import {
  DocumentEnded,
  type KitBrowser,
  type KitTab,
  OWN_REQUEST,
  type SentRequest,
  type TabOptions,
} from './kit-browser';

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
      const sent = new WeakMap<Request, SentRequest>();
      await context.route('**/*', (route) =>
        answerRoute(route, (request) => {
          const answered = options.answer(request);
          if (answered === null) sent.set(route.request(), request);
          return answered;
        }),
      );
      context.on('response', (response) => {
        const request = sent.get(response.request());
        if (request === undefined) return;
        const note = (body: string) => options.answered(request, response.status(), body);
        // The browser no longer has the body of an answer that a navigation or a redirect has ended.
        response.text().then(note, () => note(''));
      });
      return createTab(page, () => enterWorld(page), options);
    },
  };
}

function createTab(page: Page, enterWorld: () => Promise<Evaluate>, { adapterScript }: TabOptions): KitTab {
  let evaluate: Evaluate | null = null;
  /** Number of documents that the tab has shown, and that of the adapter's world. */
  let documents = 0;
  let entered = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });

  async function enter(): Promise<void> {
    await page.waitForLoadState('load');
    entered = documents;
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
      try {
        return String(await evaluate(expression));
      } catch (error) {
        // The browser reports the end of a world before its next document has come.
        for (let waited = 0; waited < LOADING_MS && documents === entered && isOfWorld(error); waited += 50)
          await sleep(50);
        if (documents === entered) throw error;
        throw new DocumentEnded('The page was loaded again.', { cause: error });
      }
    },
    close: () => page.context().close(),
  };
}

/** Time until the next document of a page whose world has ended. */
const LOADING_MS = 2_000;

/** True for an error of the browser itself, not of the expression: Chromium's and Firefox's words for a world that has ended. */
function isOfWorld(error: unknown): boolean {
  return /context|frame|navigat|destroyed|collected|closed|actor/i.test(String(error));
}

/** Answers a request of a page, or lets it reach the real server. No server gets the headers that mark it. */
export async function answerRoute(route: Route, answer: TabOptions['answer']): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const { [OWN_REQUEST]: mark, [BODY_HEADER]: _driven, ...headers } = request.headers();
  const isOwn = mark !== undefined;
  const answered = answer({
    method: request.method(),
    path: `${pathname}${search}`,
    headers,
    body: bodyOf(request),
    isOwn,
  });
  if (answered === null) return route.continue(isOwn ? { headers } : {});
  const { afterMs, ...response } = answered;
  if (afterMs > 0) await sleep(afterMs);
  return route.fulfill(response);
}
