import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import type { KitBrowser, KitTab, TabOptions } from '@/tests/conformance/kit-browser';
import { connectionOf, type FirefoxConnection } from '@/tests/drive/firefox-connection';

/** Name of the adapter's world: a sandbox that sees the page's objects as a content script does. */
const SANDBOX = 'steward-conformance';

/** Opens the kit's tabs in a Firefox started with WebDriver BiDi. */
export function firefoxTabs(browser: Browser): KitBrowser {
  const connection = connectionOf(browser);
  return {
    async newTab(options) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.evaluateOnNewDocument(options.pageScript);
      await page.setRequestInterception(true);
      page.on('request', (request) => void answerRequest(request, options));
      return { ...createTab(page, connection, options), close: () => context.close() };
    },
  };
}

function createTab(
  page: Page,
  connection: FirefoxConnection,
  { adapterScript }: TabOptions,
): Omit<KitTab, 'close'> {
  async function evaluate(expression: string): Promise<unknown> {
    const { result } = await connection.send('script.evaluate', {
      expression,
      target: { context: contextOf(page), sandbox: SANDBOX },
      awaitPromise: true,
    });
    const outcome = result as
      | { type: 'success'; result: { value?: unknown } }
      | { type: 'exception'; exceptionDetails: { text: string } };
    if (outcome.type === 'success') return outcome.result.value;
    throw new Error(outcome.exceptionDetails.text.split('\n')[0]);
  }

  return {
    async goto(url) {
      await page.goto(url);
      await evaluate(adapterScript);
    },
    async reload() {
      await page.reload();
      await evaluate(adapterScript);
    },
    setContent: (html) => page.setContent(html),
    runInPage: (expression) => page.evaluate(expression),
    runInAdapterWorld: async (expression) => String(await evaluate(expression)),
  };
}

/** The id of the tab in the protocol, which Puppeteer keeps to itself. */
function contextOf(page: Page): string {
  const { _id } = page.mainFrame() as unknown as { _id?: string };
  if (_id === undefined) throw new Error('This version of puppeteer-core hides the id of a frame.');
  return _id;
}

async function answerRequest(request: HTTPRequest, { answer }: TabOptions): Promise<void> {
  const { pathname, search } = new URL(request.url());
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(request.method());
  const body = hasBody ? ((await request.fetchPostData()) ?? null) : null;
  const answered = answer({ method: request.method(), path: `${pathname}${search}`, body });
  await (answered === null ? request.continue() : request.respond(answered));
}
