import './before-all';
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import background from '@/entrypoints/background';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { isStewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { COMMAND_CHANNEL, LIVE_PORT } from '@/src/messages/channels';
import type { Command, ResultOf } from '@/src/messages/commands';
import type { LiveMessage } from '@/src/messages/live';
import { type Reply, unwrapReply } from '@/src/messages/reply';
import type { Run } from '@/src/schema/run';
import { DATABASE_NAME, type StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { CANARY_KEY, ENDPOINT_ORIGIN, PAGE_ORIGIN } from './addresses';
import { type BrowserInMemory, installBrowser, type SenderInMemory } from './browser-in-memory';
import { copyData } from './copy-data';
import { createPage, type PageInMemory } from './page-in-memory';
import { type Answer, installWire, type WireInMemory } from './wire-in-memory';

/** The page's tab and its window. */
export const TAB_ID = 7;
const WINDOW_ID = 1;

/** The whole background, with a page and a user's panel; browser, database and network are in memory. */
export interface StewardInMemory {
  readonly browser: BrowserInMemory;
  readonly wire: WireInMemory;
  readonly page: PageInMemory;
  /** For reading the database; the background has its own connection. */
  readonly db: StewardDatabase;
  readonly chatId: string;
  readonly connectionId: string;
  /** The panel as sender, as the browser reports it. */
  readonly panel: SenderInMemory;
  /** The console's output, one entry per call. */
  readonly consoleLines: readonly string[];
  /**
   * Sends a command of the panel, and repeats it while Steward is busy. Rejects with the background's error.
   */
  command<Given extends Command>(command: Given): Promise<ResultOf<Given['type']>>;
  /** Sends a message in a chat; without `to`, in `chatId`. */
  send(text: string, to?: string): Promise<unknown>;
  /** Sends a message, and resolves as {@link settled} does. */
  say(text: string, to?: string): Promise<Run>;
  /** Resolves with the chat's run once it is over or waits for the user. Without `ofChat`, the chat is `chatId`. */
  settled(ofChat?: string): Promise<Run>;
  /** The worker dies, and a new one starts with the same database and page. */
  restartWorker(): void;
  close(): Promise<void>;
}

/** Starts an instance with a page in this state, and a chat with this endpoint. One instance at a time. */
export async function startSteward(options: {
  context: ModelFilterContext;
  /** Answers that replace the page's own, by request or action. */
  bodies?: Record<string, unknown>;
  /** Answers chat completions. */
  endpoint: Answer;
  /** The endpoint's models. */
  models?: readonly object[];
  /** False if no request for the chat's title comes between those of its runs. */
  hasTitle?: boolean;
  /** Another page in place of the one in this state. */
  page?: (extensionId: string) => Pick<PageInMemory, 'answer' | 'changes'>;
}): Promise<StewardInMemory> {
  // Dexie is a single module for the process, whichever IndexedDB was loaded before.
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
  const host = replaceGlobals();
  const { models: data = [{ id: 'model' }] } = options;
  const wire = installWire({
    [ENDPOINT_ORIGIN]: (request, signal) =>
      request.url.endsWith('/models')
        ? Response.json({ object: 'list', data })
        : options.endpoint(request, signal),
  });
  const browser = installBrowser();
  browser.hosts.add(hostPattern(ENDPOINT_ORIGIN) ?? '');
  const page = {
    ...createPage(browser.extensionId, options.context),
    ...options.page?.(browser.extensionId),
  };
  page.fake.faults = { bodies: options.bodies ?? {} };
  browser.tabs.set(TAB_ID, {
    id: TAB_ID,
    windowId: WINDOW_ID,
    url: `${PAGE_ORIGIN}/admin`,
    active: true,
    documentId: 'document-1',
    answer: page.answer,
  });
  const db = createDatabase(DATABASE_NAME);
  const panel: SenderInMemory = { id: browser.extensionId, url: browser.panelUrl, frameId: 0 };

  async function command<Given extends Command>(given: Given) {
    const isLate = startWaitLimit();
    for (;;) {
      const sent = await browser.send({ channel: COMMAND_CHANNEL, command: given }, panel);
      const reply = sent as Reply<ResultOf<Given['type']>>;
      // The database has the new state shortly before its writer has finished.
      if (reply.ok || reply.error.code !== 'busy' || isLate()) return unwrapReply(reply);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /**
   * An undo of an unknown checkpoint is refused with `not-found` only while nothing is running in the chat;
   * else with `busy`.
   */
  async function idle(ofChat: string): Promise<void> {
    await command({
      type: 'reverse',
      chatId: ofChat,
      target: { kind: 'undo', checkpointId: 'nothing' },
      shown: { stateHash: '0'.repeat(64), position: 0 },
    }).catch((error: unknown) => {
      if (!isStewardError(error) || error.code !== 'not-found') throw error;
    });
  }

  async function settled(given?: string): Promise<Run> {
    const ofChat = given ?? chatId;
    const isLate = startWaitLimit();
    for (;;) {
      if (isLate()) throw new Error('The run did not settle.');
      const next = statuses.next();
      const run = await newestRun(db, ofChat);
      if (run === undefined || ACTIVE_STATES.includes(run.status.state)) {
        await next;
      } else {
        // Its last step may still be running, and a queued message may follow it.
        await idle(ofChat);
        const now = await newestRun(db, ofChat);
        if (now !== undefined && now.id === run.id && !ACTIVE_STATES.includes(now.status.state)) return now;
      }
    }
  }

  function killWorker(): void {
    browser.killWorker();
    stopHearingWrites();
    host.stopIntervals();
  }

  background.main();
  browser.clickToolbar(TAB_ID);
  const chatId = await attach({ command });
  let statuses = watchStatuses(browser, panel, chatId);
  const { connectionId } = await command({
    type: 'save-connection',
    connection: {
      connectionId: null,
      label: 'Endpoint',
      baseUrl: `${ENDPOINT_ORIGIN}/v1`,
      key: CANARY_KEY,
      headers: [],
    },
    testedModel: null,
  });
  await command({ type: 'choose-model', chatId, choice: { connectionId, model: 'model' } });
  if (options.hasTitle === false) await db.chats.update(chatId, { 'settings.generatesTitle': false });
  const send = (text: string, to = chatId) => command({ type: 'send-message', chatId: to, text });

  return {
    browser,
    wire,
    page,
    db,
    chatId,
    connectionId,
    panel,
    consoleLines: host.lines,
    command,
    send,
    async say(text, to) {
      await send(text, to);
      return settled(to);
    },
    settled,
    restartWorker() {
      killWorker();
      background.main();
      statuses = watchStatuses(browser, panel, chatId);
    },
    async close() {
      // Pending work would continue in the next instance.
      await idle(chatId).catch((error: unknown) => void console.error('Steward did not become idle', error));
      killWorker();
      db.close();
      wire.remove();
      host.restore();
    },
  };
}

/** Fires after every write of any database of this process. */
const writes = Dexie.on('storagemutated');

/** Dexie's own listeners, which pass writes on to other contexts. */
const DEXIE_LISTENERS = new Set(writes.subscribers);

/** A killed worker no longer hears of writes; else it would read its database again after each one of the next worker. */
function stopHearingWrites(): void {
  // Dexie keeps live queries with their results, which hold the database: here, with all of its rows.
  for (const table of Object.keys(Dexie.cache)) delete Dexie.cache[table];
  for (const listener of writes.subscribers) {
    if (!DEXIE_LISTENERS.has(listener)) writes.unsubscribe(listener as () => void);
  }
}

/** Limit of every wait; whatever takes longer hangs. */
const WAIT_LIMIT_MS = 30_000;

/** Returns a function that is true once the limit has passed. */
function startWaitLimit(): () => boolean {
  const untilMs = performance.now() + WAIT_LIMIT_MS;
  return () => performance.now() > untilMs;
}

/** States in which a run proceeds without the user. */
const ACTIVE_STATES: Run['status']['state'][] = [
  'waiting-for-all-actors-ready',
  'processing',
  'waiting-for-tools',
];

/** Longest wait for an event; an event between two reads of the database is missed. */
const RECHECK_MS = 20;

/** Watches the chat as a panel does. `next` resolves at the next change of the run's status. */
function watchStatuses(browser: BrowserInMemory, panel: SenderInMemory, chatId: string) {
  const waiting: (() => void)[] = [];
  const port = browser.connect(LIVE_PORT, panel);
  port.onSent = (message) => {
    const events = (message as LiveMessage & { type: 'events' }).events ?? [];
    if (!events.some(({ event }) => event.type === 'status-changed')) return;
    for (const go of waiting.splice(0)) go();
  };
  port.post({ type: 'watch', chatId });
  return {
    next: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RECHECK_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

async function newestRun(db: StewardDatabase, chatId: string): Promise<Run | undefined> {
  const runs = await db.runs.filter((run) => run.chatId === chatId).toArray();
  return runs.sort((left, right) => left.startedAtMs - right.startedAtMs).at(-1);
}

/** The background handles the click on the toolbar asynchronously. */
async function attach({ command }: Pick<StewardInMemory, 'command'>): Promise<string> {
  const isLate = startWaitLimit();
  while (!isLate()) {
    const { chatId } = await command({ type: 'attach', to: { windowId: WINDOW_ID } });
    if (chatId !== null) return chatId;
    await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error('The page could not be attached to.');
}

/** Replaces console, timers and copying by versions that belong to this instance. */
function replaceGlobals() {
  const lines: string[] = [];
  const { setInterval, setTimeout } = globalThis;
  const real = { console: { ...console }, setInterval, setTimeout, structuredClone };
  globalThis.structuredClone = copyData;
  const intervals: ReturnType<typeof setInterval>[] = [];
  for (const method of ['error', 'warn', 'info', 'debug', 'log'] as const) {
    console[method] = (...words: unknown[]) => void lines.push(words.map(asText).join(' '));
  }
  globalThis.setInterval = ((work: () => void, ms: number) => {
    const interval = real.setInterval(work, ms);
    intervals.push(interval);
    return interval;
  }) as typeof setInterval;
  const timeouts: ReturnType<typeof setTimeout>[] = [];
  globalThis.setTimeout = ((work: () => void, ms: number) => {
    const timeout = real.setTimeout(work, ms);
    timeouts.push(timeout);
    return timeout;
  }) as typeof setTimeout;
  const stopIntervals = () => intervals.splice(0).forEach(clearInterval);
  return {
    lines,
    stopIntervals,
    restore() {
      stopIntervals();
      // A check of all data, for example, is due after hours, and holds the instance until then.
      timeouts.forEach(clearTimeout);
      Object.assign(console, real.console);
      globalThis.setInterval = real.setInterval;
      globalThis.setTimeout = real.setTimeout;
      globalThis.structuredClone = real.structuredClone;
    },
  };
}

function asText(value: unknown): string {
  if (value instanceof Error) return `${value.stack}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
