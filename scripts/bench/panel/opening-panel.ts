import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '@/scripts/set-up.mjs';
import { withFolder } from '@/scripts/with-folder.mjs';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { Command, CommandMessage } from '@/src/messages/commands';
import { detachedSearch } from '@/src/messages/detached-panel';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { waitUntil } from '@/tests/drive/wait-until';
import { says } from '@/tests/fakes/chat-answers';
import { type BenchRow, median, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { roundsOf } from '../rounds';
import { measureMainThread } from '../trace';
import { writeExtension } from '../write-extension';
import { type BareBrowser, openTab, startBareBrowser } from './bare-browser';
import { type BenchServers, signIn, withBenchServers, withPanelBeside } from './bench-panel';
import { LAST_LINE, LONG_ANSWER } from './long-answer';

/** Number of browsers, each with a copy of one profile; the panels are opened in turns in each. */
const ROUNDS = 12;
/** Openings in the same browser before the warm one; the browser stores compiled scripts after the second. */
const OPENINGS_BEFORE_WARM = 2;
/** Time after the navigation in which the main thread’s processor time counts, in milliseconds. */
const START_MS = 1_500;
/** The browser's threshold for a long task (W3C Long Tasks). */
const LONG_TASK_MS = 50;
const PAGE_SIZE = { width: 360, height: 720 };
/**
 * Folders of a profile with compiled scripts and other data that a cold start doesn't have. `ScriptCache` stays: the browser
 * starts the background from the script that is stored there.
 */
const CACHES = new Set(['Cache', 'Code Cache', 'GPUCache']);
/** Time for the background's start after the installation, in milliseconds: the opening alone is measured. */
const SETTLING_MS = 2_500;

const PANELS = ['steward', 'react', 'static'] as const;
type PanelName = (typeof PANELS)[number];

/** One opening; times in milliseconds from the navigation's start. */
interface Opening {
  /** Time of the first paint, which has a field that takes what is typed. */
  firstPaint: number;
  /** Time at which the panel's own script takes what is typed. */
  ready: number;
  /** Time at which a letter that was typed at the first paint can be sent. */
  sendable: number;
  /** Time at which the frame with the answer's last line has been painted. */
  lastLine: number;
  /** Processor time of the main thread in the first {@link START_MS}. */
  work: number;
  longestTask: number;
}

/**
 * Measures the opening of the panel with a chat of one long answer, beside its page, against a React panel that renders the same answer
 * as Markdown, and against static HTML: in new browsers, and in one that has opened each before.
 */
export function openingPanelRows(): Promise<BenchRow[]> {
  return withFolder((folder) =>
    withBenchServers(async (servers) => {
      const baseline = join(folder, 'baseline');
      await writeBaselineExtension(baseline);
      const prepared = join(folder, 'prepared');
      const path = await prepareProfile(servers, prepared);
      const rounds: ((panel: PanelName) => Opening[])[] = [];
      for (let round = 0; round < roundsOf(ROUNDS); round += 1) {
        const played = withFolder(async (own) => {
          await cp(prepared, own, { recursive: true, filter: (source) => !CACHES.has(basename(source)) });
          // Each round has another order, so that no panel is always the first of its browser.
          const order = PANELS.map((_, index) => PANELS[(index + round) % PANELS.length] ?? 'steward');
          return playRound(own, servers, baseline, path, order);
        });
        rounds.push(await played);
      }
      return [...rowsOf('cold', rounds), ...rowsOf('warm', rounds)];
    }),
  );
}

/** Writes an extension with two pages to a folder: a React panel with one answer, and its field as static HTML. */
async function writeBaselineExtension(folder: string): Promise<void> {
  const { build } = await import('vite');
  const entry = join(ROOT, 'scripts/bench/panel/empty-panel.tsx');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, lib: { entry, formats: ['es'], fileName: () => 'react.js' } },
  });
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title><style>.answer { height: 500px; overflow: auto }</style>';
  const field =
    '<main><textarea aria-label="Message" rows="2" placeholder="Ask"></textarea><button type="button">Send</button></main>';
  // As in every extension with a panel: the worker's process is there when the panel opens in it.
  const background = { service_worker: 'worker.js' };
  const files = {
    'worker.js': 'chrome.runtime.onMessage.addListener(() => {});',
    'react.html': `${head}<body><script type="module" src="react.js"></script></body></html>`,
    'static.html': `${head}<body>${field}</body></html>`,
  };
  await writeExtension(folder, { background }, files);
}

/**
 * A profile as a user has it: a connection, a site with lasting access, and a chat of one turn. Resolves with the panel's path with that
 * chat.
 */
function prepareProfile(servers: BenchServers, folder: string): Promise<string> {
  return withPanelBeside(
    servers,
    async (panel) => {
      await panel.ask(says(LONG_ANSWER));
      await panel.page.evaluate(sendToBackground, asMessage({ type: 'keep-site', origin: servers.url }));
      const chatId = await panel.page.evaluate(readChatId);
      return `sidepanel.html${detachedSearch({ chatId, place: 'tab' })}`;
    },
    folder,
  );
}

/** Runs in the panel. Rejects unless there is a chat. */
function readChatId(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('steward');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('chats').objectStore('chats').getAllKeys();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => resolve(String(reading.result[0]));
    };
  });
}

/** Resolves with the openings of each panel in a new browser, of which the first is the cold and the last the warm one. */
async function playRound(
  folder: string,
  { url, apiKey }: BenchServers,
  baseline: string,
  path: string,
  order: readonly PanelName[],
) {
  const browser = startBareBrowser(folder, PAGE_SIZE);
  try {
    const load = (path: string) => browser.send('Extensions.loadUnpacked', { path });
    const { id } = await load(CHROMIUM.playgroundExtension);
    const { id: baselineId } = await load(baseline);
    const page = await openTab(browser, url);
    await waitUntil(() => page.run(signIn, apiKey), 'The page shows no models.');
    await attachChat(browser, `chrome-extension://${id}/sidepanel.html`, url);
    await pause(SETTLING_MS);
    const turns = { rounds: 1 + OPENINGS_BEFORE_WARM, warmUpRounds: 0, isWhole: true };
    return await sampleInTurns(turns, order, (name) => {
      const place = name === 'steward' ? `${id}/${path}` : `${baselineId}/${name}.html`;
      return open(browser, `chrome-extension://${place}`, EXPECTED[name]);
    });
  } finally {
    await browser.close();
  }
}

/**
 * Attaches the chat to its page, as the click on the toolbar button does: in a document of the panel that runs no script, so that none is
 * compiled before the cold opening.
 */
async function attachChat(browser: BareBrowser, panelUrl: string, pageUrl: string): Promise<void> {
  const tab = await openTab(browser, 'about:blank');
  await tab.send('Emulation.setScriptExecutionDisabled', { value: true });
  await tab.send('Page.navigate', { url: panelUrl });
  await waitUntil(() => tab.run(isLoaded), 'The panel’s document did not load.');
  const windowId = await tab.run(showTab, pageUrl);
  await tab.run(sendToBackground, asMessage({ type: 'attach', to: { windowId } }));
  await tab.close();
}

function asMessage(command: Command): object {
  return { channel: COMMAND_CHANNEL, command } satisfies CommandMessage;
}

/** Runs in a document of the extension. Throws if the background refuses. */
async function sendToBackground(message: object): Promise<void> {
  const reply: { ok: boolean } = await chrome.runtime.sendMessage(message);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
}

/** Runs in a document of the extension. */
function isLoaded(): boolean {
  return location.protocol === 'chrome-extension:' && document.readyState === 'complete';
}

/** Runs in a document of the extension: brings a page to the front. Resolves with its window. */
async function showTab(url: string): Promise<number> {
  const page = (await chrome.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (page?.id === undefined) throw new Error(`No tab shows ${url}.`);
  await chrome.tabs.update(page.id, { active: true });
  return page.windowId;
}

/** The state of a panel that has opened. */
interface Expected {
  /** A part of the text that it shows. */
  text: string;
  /** Name of the performance entry whose time is when the panel is ready. */
  readyAt: string;
  /** True if it takes what is typed, and shows an answer. */
  hasAnswer: boolean;
}

const EXPECTED: Record<PanelName, Expected> = {
  // Without its background or its page, the panel would show another status.
  steward: { text: 'Model filter · ', readyAt: 'panel-ready', hasAnswer: true },
  react: { text: LAST_LINE, readyAt: 'panel-ready', hasAnswer: true },
  // Without a script, it is ready when it is painted.
  static: { text: '', readyAt: 'first-contentful-paint', hasAnswer: false },
};

/** Opens a panel in a new page. Throws if the page doesn't have what is expected, or was not painted. */
async function open(browser: BareBrowser, url: string, expected: Expected): Promise<Opening> {
  const tab = await openTab(browser, 'about:blank');
  await tab.send('Page.enable');
  const source = `(${watchOpening})(${JSON.stringify(LAST_LINE)})`;
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  const workMs = await measureMainThread(tab.send);
  await tab.send('Page.navigate', { url });
  await pause(START_MS);
  const work = await workMs();
  // On a busy machine the end of the answer may be painted later.
  if (expected.hasAnswer) await waitUntil(() => tab.run(hasOpened), `${url} did not open.`);
  const opening = await tab.run(readOpening, expected);
  await tab.close();
  return { ...opening, work };
}

declare global {
  /** Times that {@link watchOpening} has noted so far, in milliseconds. */
  var openingTimes: { sendable?: number; lastLine?: number };
}

/**
 * Runs in the page before its own scripts: types a letter after the first paint, and notes when it can be sent, and when the answer's end is
 * shown. It asks for no frame and no layout, which would be measured, too.
 */
function watchOpening(lastLine: string): void {
  const times: typeof globalThis.openingTimes = {};
  globalThis.openingTimes = times;
  let isTyped = false;
  let last: Element | undefined;
  const seen = new IntersectionObserver(
    (entries) => {
      // In a task after the frame that shows it.
      if (entries.some(({ isIntersecting }) => isIntersecting))
        setTimeout(() => (times.lastLine ??= performance.now()));
    },
    // Nearly: parts of pixels don't count.
    { threshold: 0.9 },
  );
  const look = () => {
    const send = [...document.getElementsByTagName('button')].find(
      ({ textContent }) => textContent?.trim() === 'Send',
    );
    if (isTyped && send?.disabled === false) times.sendable ??= performance.now();
    const found = [...document.getElementsByTagName('p')].find(({ textContent }) => textContent === lastLine);
    if (found === undefined || found === last) return;
    last = found;
    seen.observe(found);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    const field = document.querySelector('textarea');
    if (isTyped || field === null || list.getEntriesByName('first-contentful-paint').length === 0) return;
    isTyped = true;
    field.value += 'x';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    look();
  }).observe({ type: 'paint', buffered: true });
}

/** Runs in the page: true if it has all times of {@link watchOpening}. */
function hasOpened(): boolean {
  const { sendable, lastLine } = globalThis.openingTimes;
  return sendable !== undefined && lastLine !== undefined;
}

/** Runs in the page. Throws as {@link open} does. */
async function readOpening({ text, readyAt }: Expected): Promise<Omit<Opening, 'work'>> {
  const timeOf = (entry: string) => performance.getEntriesByName(entry)[0]?.startTime;
  const firstPaint = timeOf('first-contentful-paint');
  const ready = timeOf(readyAt);
  const { sendable, lastLine } = globalThis.openingTimes;
  if (firstPaint === undefined || ready === undefined || !document.body.innerText.includes(text)) {
    throw new Error(`The panel did not open: ${document.body.innerText}`);
  }
  const longestTask = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) =>
      resolve(Math.max(...list.getEntries().map(({ duration }) => duration))),
    );
    observer.observe({ type: 'longtask', buffered: true });
    // An observer is not called if there is no entry.
    setTimeout(() => resolve(0), 200);
  });
  // Static HTML takes no text and shows no answer, and no row uses these two times of it.
  const missing = Number.NaN;
  return {
    firstPaint,
    ready,
    sendable: sendable ?? missing,
    lastLine: lastLine ?? missing,
    longestTask,
  };
}

function rowsOf(kind: 'cold' | 'warm', rounds: readonly ((panel: PanelName) => Opening[])[]): BenchRow[] {
  const isCold = kind === 'cold';
  const figures = (panel: PanelName, what: keyof Opening) =>
    rounds.map((openingsOf) => openingsOf(panel).at(isCold ? 0 : -1)?.[what] ?? Number.NaN);
  const row = (words: string, what: keyof Opening, atMost: number): BenchRow => ({
    what: `panel ${kind}: ${words}`,
    against: 'React with the same answer',
    measured: figures('steward', what),
    baseline: figures('react', what),
    atMost,
  });
  const paint = row('first paint, with a field that takes text', 'firstPaint', isCold ? 1 : 0.9);
  return [
    { ...paint, notes: [`${median(figures('static', 'firstPaint')).toFixed(0)} ms with static HTML alone.`] },
    {
      ...row('typed text can be sent', 'sendable', 2),
      against: 'its own taking over of the field',
      baseline: figures('steward', 'ready'),
    },
    row('last line of the answer painted', 'lastLine', isCold ? 3 : 3.3),
    row(`processor time of the first ${START_MS} ms`, 'work', isCold ? 3.5 : 4.1),
    {
      what: `panel ${kind}: longest task`,
      ...within(LONG_TASK_MS, 'ms'),
      measured: figures('steward', 'longestTask'),
    },
  ];
}
