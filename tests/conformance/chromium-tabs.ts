import type { Browser, CDPSession, Page, Route } from 'playwright';
import type { KitBrowser, KitTab, TabOptions } from './kit-browser';

/** Opens the kit's tabs in Chromium. `storageState`: a file with cookies and local storage; null starts without any. */
export function chromiumTabs(browser: Browser, storageState: string | null): KitBrowser {
  return {
    async newTab(options) {
      const context = await browser.newContext(storageState === null ? {} : { storageState });
      const page = await context.newPage();
      await page.addInitScript(options.pageScript);
      await context.route('**/*', (route) => answerRoute(route, options.answer));
      return createTab(page, await context.newCDPSession(page), options);
    },
  };
}

function createTab(page: Page, session: CDPSession, { adapterScript }: TabOptions): KitTab {
  let world = 0;

  async function enterWorld(): Promise<void> {
    await page.waitForLoadState('load');
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'steward-conformance',
    });
    world = executionContextId;
    await evaluate(adapterScript);
  }

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: world,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails === undefined) return result.value;
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
    throw new Error(text.split('\n')[0]);
  }

  return {
    async goto(url) {
      await page.goto(url);
      await enterWorld();
    },
    async reload() {
      await page.reload();
      await enterWorld();
    },
    setContent: (html) => page.setContent(html),
    runInPage: (expression) => page.evaluate(expression),
    runInAdapterWorld: async (expression) => String(await evaluate(expression)),
    close: () => page.context().close(),
  };
}

/** Answers a request of a page, or lets it reach the real server. */
export function answerRoute(route: Route, answer: TabOptions['answer']): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const answered = answer({
    method: request.method(),
    path: `${pathname}${search}`,
    body: request.postData(),
  });
  return answered === null ? route.continue() : route.fulfill(answered);
}
