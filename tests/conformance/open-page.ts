import type { Browser, CDPSession, Page, Route } from 'playwright';
import { waitUntil } from '@/scripts/drive/wait-until';
import type { FixtureSite } from './adapter-case';
import { answerFrom } from './answer-from';
import type { KitPage } from './page/kit-page';

/** The user's events that an adapter causes when it acts on a page. */
const EVENTS = ['click', 'input', 'change', 'submit', 'keydown', 'pointerdown'];

/** The effects of an adapter on its page, as seen from outside: events, and requests that are no GET. */
export interface PageTraces {
  events: string[];
  requests: string[];
}

/** A fixture page in a browser of its own, with the adapter's page half in a world of its own, as content scripts are. */
export interface OpenedPage {
  readonly page: Page;
  /** Calls the kit in the page. Rejects with an Error of the same message. */
  kit<Name extends keyof KitPage>(
    name: Name,
    ...args: Parameters<KitPage[Name]>
  ): Promise<Awaited<ReturnType<KitPage[Name]>>>;
  /** Loads the page again, with a new page half. */
  reload(): Promise<void>;
  /** Everything that happened since the page was ready. */
  traces(): Promise<PageTraces>;
  /** From now on, the request with this number that is no GET fails with status 500; null: none does. */
  failRequest(number: number | null): void;
  close(): Promise<void>;
}

/** Opens the page. `script`: the bundled kit; `half`: the name of the page half. Resolves when the adapter can read it. */
export async function openPage(
  browser: Browser,
  site: FixtureSite,
  script: string,
  half: string,
): Promise<OpenedPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const start = `stewardKit.start(${JSON.stringify(half)}, ${JSON.stringify(site.key)})`;
  const requests: string[] = [];
  let failing: number | null = null;
  let isClosed = false;
  let world = await prepare();

  async function prepare(): Promise<number> {
    await page.addInitScript(watchEvents, EVENTS);
    await context.route('**/*', answer);
    await page.goto(site.url);
    return startKit(session, page, script, start);
  }

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const method = request.method();
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) {
      requests.push(`${method} ${new URL(request.url()).pathname}`);
      if (requests.length === failing) return route.fulfill({ status: 500, body: 'injected' });
    }
    return site.answer === null ? route.continue() : answerFrom(site.answer, route);
  }

  async function forgetTraces(): Promise<void> {
    requests.length = 0;
    await page.evaluate(() => {
      (window as unknown as { stewardEvents: string[] }).stewardEvents.length = 0;
    });
  }

  const opened: OpenedPage = {
    page,
    kit: (name, ...args) =>
      evaluate(
        session,
        world,
        `stewardKit.${name}(${args.map((arg) => JSON.stringify(arg ?? null)).join(', ')})`,
      ),
    async reload() {
      await page.reload();
      world = await startKit(session, page, script, start);
      await ready(opened);
      await forgetTraces();
    },
    async traces() {
      const events = await page.evaluate(
        () => (window as unknown as { stewardEvents: string[] }).stewardEvents,
      );
      return { events, requests: [...requests] };
    },
    failRequest(number) {
      requests.length = 0;
      failing = number;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await context.close();
      await site.close();
    },
  };
  await ready(opened);
  await forgetTraces();
  return opened;
}

/** Waits until the page can be read; rejects with the reading's own error if it never can. */
async function ready({ kit }: Pick<OpenedPage, 'kit'>): Promise<void> {
  let problem: unknown = null;
  const isReadable = () =>
    kit('read').then(
      () => true,
      (error: unknown) => {
        problem = error;
        return false;
      },
    );
  await waitUntil(isReadable, 'The adapter could not read the fixture page').catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}: ${problem}`);
  });
}

async function startKit(session: CDPSession, page: Page, script: string, start: string): Promise<number> {
  await page.waitForLoadState('load');
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'steward-conformance',
  });
  await evaluate(session, executionContextId, `${script}\n${start}`);
  return executionContextId;
}

/** The value of an expression in the adapter's world. */
async function evaluate<Value>(session: CDPSession, contextId: number, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value as Value;
  const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new Error(text.split('\n')[0]);
}

/** Runs in the page's own world before its scripts. */
function watchEvents(types: string[]): void {
  const events: string[] = [];
  Object.defineProperty(window, 'stewardEvents', { value: events });
  for (const type of types) window.addEventListener(type, () => events.push(type), { capture: true });
}
