import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '@/scripts/set-up.mjs';
import { withFolder } from '@/scripts/with-folder.mjs';
import { detachedSearch } from '@/src/messages/detached-panel';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { says } from '@/tests/fakes/chat-answers';
import { type BenchRow, median, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { measureMainThread } from '../trace';
import { writeExtension } from '../write-extension';
import { type BareBrowser, openTab, startBareBrowser } from './bare-browser';
import { withBenchPanel } from './bench-panel';

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
  firstPaint: number;
  /** When the panel's own script takes what is typed. */
  ready: number;
  /** Processor time of the main thread in the first {@link START_MS}. */
  work: number;
  longestTask: number;
}

/** Measures the panel's opening against an empty React panel and static HTML, in new browsers and in one that has opened each before. */
export function openingPanelRows(): Promise<BenchRow[]> {
  return withFolder(async (folder) => {
    const baseline = join(folder, 'baseline');
    await writeBaselineExtension(baseline);
    const prepared = join(folder, 'prepared');
    const path = await prepareProfile(prepared);
    const rounds: ((panel: PanelName) => Opening[])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const played = withFolder(async (own) => {
        await cp(prepared, own, { recursive: true, filter: (source) => !CACHES.has(basename(source)) });
        // Each round has another order, so that no panel is always the first of its browser.
        const order = PANELS.map((_, index) => PANELS[(index + round) % PANELS.length] ?? 'steward');
        return playRound(own, baseline, path, order);
      });
      rounds.push(await played);
    }
    return [...rowsOf('cold', rounds), ...rowsOf('warm', rounds)];
  });
}

/** Writes an extension with two pages to a folder: an empty React panel, and the same as static HTML. */
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
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title>';
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

/** A profile as a user has it: a connection, and a chat of one turn. Resolves with the panel's path with that chat. */
function prepareProfile(folder: string): Promise<string> {
  return withBenchPanel(async (panel) => {
    await panel.ask(says('Yes.'));
    const chatId = await panel.page.evaluate(readChatId);
    return `sidepanel.html${detachedSearch({ chatId, place: 'tab' })}`;
  }, folder);
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
async function playRound(folder: string, baseline: string, path: string, order: readonly PanelName[]) {
  const browser = startBareBrowser(folder, PAGE_SIZE);
  try {
    const load = (path: string) => browser.send('Extensions.loadUnpacked', { path });
    const { id } = await load(CHROMIUM.playgroundExtension);
    const { id: baselineId } = await load(baseline);
    await pause(SETTLING_MS);
    const turns = { rounds: 1 + OPENINGS_BEFORE_WARM, warmUpRounds: 0 };
    return await sampleInTurns(turns, order, (name) => {
      const place = name === 'steward' ? `${id}/${path}` : `${baselineId}/${name}.html`;
      return open(browser, `chrome-extension://${place}`, EXPECTED[name]);
    });
  } finally {
    await browser.close();
  }
}

/** The state of a panel that has opened. */
interface Expected {
  /** Selector of an element. */
  shown: string;
  /** Name of the performance entry whose time is when the panel is ready. */
  readyAt: string;
}

const EXPECTED: Record<PanelName, Expected> = {
  // Without its background, the panel would show no message.
  steward: { shown: '.user-message', readyAt: 'panel-ready' },
  react: { shown: 'textarea', readyAt: 'panel-ready' },
  // Without a script, it is ready when it is painted.
  static: { shown: 'textarea', readyAt: 'first-contentful-paint' },
};

/** Opens a panel in a new page. Throws if the page doesn't have what is expected, or was not painted. */
async function open(browser: BareBrowser, url: string, expected: Expected): Promise<Opening> {
  const tab = await openTab(browser, 'about:blank');
  const workMs = await measureMainThread(tab.send);
  await tab.send('Page.navigate', { url });
  await pause(START_MS);
  const work = await workMs();
  const opening = await tab.run(readOpening, expected);
  await tab.close();
  return { ...opening, work };
}

/** Runs in the page. Throws as {@link open} does. */
async function readOpening({ shown, readyAt }: Expected): Promise<Omit<Opening, 'work'>> {
  const timeOf = (entry: string) => performance.getEntriesByName(entry)[0]?.startTime;
  const firstPaint = timeOf('first-contentful-paint');
  const ready = timeOf(readyAt);
  if (firstPaint === undefined || ready === undefined || document.querySelector(shown) === null) {
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
  return { firstPaint, ready, longestTask };
}

function rowsOf(kind: 'cold' | 'warm', rounds: readonly ((panel: PanelName) => Opening[])[]): BenchRow[] {
  const isCold = kind === 'cold';
  const figures = (panel: PanelName, what: keyof Opening) =>
    rounds.map((openingsOf) => openingsOf(panel).at(isCold ? 0 : -1)?.[what] ?? Number.NaN);
  const against = (what: keyof Opening, words: string, atMost: number): BenchRow => ({
    what: `panel ${kind}: ${words}`,
    against: 'an empty React panel',
    measured: figures('steward', what),
    baseline: figures('react', what),
    atMost,
    notes: [`${median(figures('static', what)).toFixed(0)} ms with static HTML alone.`],
  });
  return [
    against('firstPaint', 'first paint', isCold ? 0.8 : 0.95),
    against('ready', 'ready to write', isCold ? 0.9 : 1.1),
    against('work', `processor time of the first ${START_MS} ms`, 1.8),
    {
      what: `panel ${kind}: longest task`,
      ...within(LONG_TASK_MS, 'ms'),
      measured: figures('steward', 'longestTask'),
    },
  ];
}
