import { waitUntil } from '@/tests/drive/wait-until';
import type { FixtureSite } from './adapter-case';
import { answerFrom } from './answer-from';
import type { KitBrowser, KitTab, TabAnswer, TabOptions } from './kit-browser';
import type { KitPage } from './page/kit-page';

/** The user's events that an adapter causes when it acts on a page. */
const EVENTS = ['click', 'input', 'change', 'submit', 'keydown', 'pointerdown'];

const INJECTED = { status: 500, headers: { 'content-type': 'text/plain' }, body: 'injected' };

/** The effects of an adapter on its page, as seen from outside: events, and requests that are no GET. */
interface PageTraces {
  events: string[];
  requests: string[];
}

/** A fixture page in a tab of its own, with the adapter's page half in a world of its own, as content scripts are. */
export interface OpenedPage extends Pick<KitTab, 'setContent' | 'runInPage'> {
  /** `scheme://host:port` of the page. */
  readonly origin: string;
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
  browser: KitBrowser,
  site: FixtureSite,
  script: string,
  half: string,
): Promise<OpenedPage> {
  const requests: string[] = [];
  let failing: number | null = null;
  let isClosed = false;

  function answer(request: Parameters<TabOptions['answer']>[0]): TabAnswer {
    const { method, path } = request;
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) {
      requests.push(`${method} ${new URL(path, site.url).pathname}`);
      if (requests.length === failing) return { ...INJECTED, afterMs: 0 };
    }
    return site.answer === null ? null : answerFrom(site.answer, request);
  }

  const tab = await browser.newTab({
    pageScript: `(${watchEvents})(${JSON.stringify(EVENTS)})`,
    adapterScript: `${script}\nstewardKit.start(${JSON.stringify(half)}, ${JSON.stringify(site.key)})`,
    answer,
  });

  async function forgetTraces(): Promise<void> {
    requests.length = 0;
    await tab.runInPage('window.stewardEvents.length = 0');
  }

  const opened: OpenedPage = {
    origin: new URL(site.url).origin,
    setContent: tab.setContent,
    runInPage: tab.runInPage,
    async kit(name, ...args) {
      const call = `stewardKit.${name}(${args.map((arg) => JSON.stringify(arg ?? null)).join(', ')})`;
      // A call without a result gives null.
      const text = await tab.runInAdapterWorld(
        `Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`,
      );
      return JSON.parse(text);
    },
    async reload() {
      await tab.reload();
      await ready(opened);
      await forgetTraces();
    },
    async traces() {
      return { events: (await tab.runInPage('window.stewardEvents')) as string[], requests: [...requests] };
    },
    failRequest(number) {
      requests.length = 0;
      failing = number;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await tab.close();
      await site.close();
    },
  };
  await tab.goto(site.url);
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

/** Runs in the page's own world before its scripts. */
function watchEvents(types: string[]): void {
  const events: string[] = [];
  Object.defineProperty(window, 'stewardEvents', { value: events });
  for (const type of types) window.addEventListener(type, () => events.push(type), { capture: true });
}
