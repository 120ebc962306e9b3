import { setTimeout as sleep } from 'node:timers/promises';
import { english } from '@/src/core/text/english';
import type { Json } from '@/src/schema/values/json';
import { waitUntil } from '@/tests/drive/wait-until';
import { type FixtureReply, type FixtureSite, reply } from './adapter-case';
import { answerFrom } from './answer-from';
import { DocumentEnded, type KitBrowser, type KitTab, type SentRequest, type TabAnswer } from './kit-browser';
import type { KitPage } from './page/kit-page';
import { isChanging, kindOf, type LoggedRequest } from './request-log';

/** The user's events that an adapter causes when it acts on a page. */
const EVENTS = ['click', 'input', 'change', 'submit', 'keydown', 'pointerdown'];

/** The answer of a request that the kit lets fail. */
export const INJECTED = reply(500, 'injected', { headers: { 'content-type': 'text/plain' } });

/** Time in which a page that sends requests by itself has sent each kind of them. */
const IDLE_MS = 3_000;

/** The effects of an adapter on its page, as seen from outside: events, and its own requests that are no GET. */
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
  /** All requests since the last `startLog`, of the adapter and of the page's own scripts, with their answers. */
  log(): readonly LoggedRequest[];
  startLog(): void;
  /** From now on, requests get the answer that this function returns, unless it is null. A null function ends that. */
  answerWith(answer: ((request: SentRequest) => FixtureReply | null) | null): void;
  /** Reads what the site serves its clients now; null if it isn't known (see {@link FixtureSite}). */
  served: (() => Promise<Json>) | null;
  /** Resolves with the kinds of requests that the page has sent by itself, after watching it for a while. */
  ownKinds(): Promise<Set<string>>;
  close(): Promise<void>;
}

/** Opens the page. `script`: the bundled kit; `half`: the name of the page half. Resolves when the adapter can read it. */
export async function openPage(
  browser: KitBrowser,
  site: FixtureSite,
  script: string,
  half: string,
): Promise<OpenedPage> {
  const pageKinds = new Set<string>();
  let log: LoggedRequest[] = [];
  let answered: ((request: SentRequest) => FixtureReply | null) | null = null;
  let isClosed = false;
  /** The last change that was sent, in words. */
  let running = 'a reading';

  /** `replaced`: the kit's answer in place of the server's, whose own answers the page gets after a redirect. */
  function answerTo(request: SentRequest, replaced: FixtureReply | null): TabAnswer {
    const { answer } = site;
    if (answer === null) return replaced === null ? null : answerFrom(() => replaced, request);
    let first = replaced;
    return answerFrom((asked) => {
      const next = first ?? answer(asked);
      first = null;
      return next;
    }, request);
  }

  const tab = await browser.newTab({
    pageScript: `(${watchEvents})(${JSON.stringify(EVENTS)})`,
    adapterScript: `${script}\nstewardKit.start(${JSON.stringify(half)}, ${JSON.stringify(site.key)})`,
    answer(request) {
      const answer = answerTo(request, answered?.(request) ?? null);
      log.push({ request, status: answer?.status ?? null, body: answer?.body ?? '' });
      return answer;
    },
    answered(request, status, body) {
      const logged = log.find((each) => each.request === request);
      if (logged !== undefined) Object.assign(logged, { status, body });
    },
  });

  async function forgetTraces(): Promise<void> {
    for (const { request } of log) if (!request.isOwn) pageKinds.add(kindOf(request));
    log = [];
    await tab.runInPage('window.stewardEvents.length = 0');
  }

  const opened: OpenedPage = {
    origin: new URL(site.url).origin,
    setContent: tab.setContent,
    runInPage: tab.runInPage,
    async kit(name, ...args) {
      // In an object of the script, the name `__proto__` would be no member.
      const texts = args.map((arg) => `JSON.parse(${JSON.stringify(JSON.stringify(arg ?? null))})`);
      const call = `stewardKit.${name}(${texts.join(', ')})`;
      running = changeIn(args[0]) ?? running;
      // A call without a result gives null.
      const text = await tab
        .runInAdapterWorld(`Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`)
        .catch((error: unknown) => {
          if (!(error instanceof DocumentEnded)) throw error;
          throw new Error(
            `The page was loaded again during ${running}: a page half ends with its document. Fetch the form instead.`,
          );
        });
      return JSON.parse(text);
    },
    async reload() {
      log = [];
      await tab.reload();
      await ready(opened, site.url);
      await forgetTraces();
    },
    async traces() {
      const requests = log.filter(({ request }) => request.isOwn && isChanging(request));
      return {
        events: (await tab.runInPage('window.stewardEvents')) as string[],
        requests: requests.map(({ request: { method, path } }) => `${method} ${path}`),
      };
    },
    log: () => log,
    startLog() {
      log = [];
    },
    answerWith(answer) {
      answered = answer;
    },
    served: site.served ?? null,
    async ownKinds() {
      await sleep(IDLE_MS);
      await forgetTraces();
      return pageKinds;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await tab.close();
      await site.close();
    },
  };
  await tab.goto(site.url);
  await ready(opened, site.url);
  await forgetTraces();
  return opened;
}

/** The change that a request asks the page half for, in words; null if it is none. */
function changeIn(request: unknown): string | null {
  const { type, tool } = { type: null, tool: null, ...(request as object | undefined) };
  if (type === 'execute') return String(tool);
  return type === 'apply-state' ? 'the change to another state' : null;
}

/** Waits until the page can be read; rejects with the reading's own error if it never can. */
async function ready({ kit }: Pick<OpenedPage, 'kit'>, url: string): Promise<void> {
  let problem = '';
  const isReadable = async () => {
    const failed = await kit('failedReading');
    problem =
      failed === null ? '' : [failed.said && english(failed.said), failed.details].filter(Boolean).join(' ');
    return failed === null;
  };
  await waitUntil(isReadable, `The adapter could not read ${url}`).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}: ${problem}`);
  });
}

/** Runs in the page's own world before its scripts. */
function watchEvents(types: string[]): void {
  const events: string[] = [];
  Object.defineProperty(window, 'stewardEvents', { value: events });
  for (const type of types) window.addEventListener(type, () => events.push(type), { capture: true });
}
