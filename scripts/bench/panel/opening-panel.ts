import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { detachedSearch } from '@/src/messages/detached-panel';
import { PLAYGROUND_EXTENSION, startBrowser } from '@/tests/drive/launch-browser';
import { says } from '@/tests/fakes/chat-answers';
import { atMost, type BenchRow, median } from '../bench-row';
import { measureMainThread } from '../main-thread-time';
import { sampleInTurns } from '../measure';
import { BASELINE_PAGES, writeBaselineExtension } from './baseline-extension';
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
/** Folders of a profile with compiled scripts and other data that a cold start doesn't have. */
const CACHES = new Set(['Cache', 'Code Cache', 'GPUCache', 'ScriptCache']);

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
export async function openingPanelRows(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-opening-'));
  try {
    const baseline = join(folder, 'baseline');
    await writeBaselineExtension(baseline);
    const prepared = join(folder, 'prepared');
    const path = await prepareProfile(prepared);
    const rounds: { cold: Record<PanelName, Opening>; warm: Record<PanelName, Opening> }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = join(folder, `round-${round}`);
      await cp(prepared, own, { recursive: true, filter: (path) => !CACHES.has(basename(path)) });
      rounds.push(await playRound(own, { baseline, path, round }));
      await rm(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
    return (['cold', 'warm'] as const).flatMap((kind) =>
      rowsOf(
        kind,
        rounds.map((round) => round[kind]),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
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

async function playRound(
  folder: string,
  { baseline, path, round }: { baseline: string; path: string; round: number },
) {
  const browser = await startBrowser({ headless: true, pageSize: PAGE_SIZE, folder });
  try {
    const { extensionId } = await browser.install(PLAYGROUND_EXTENSION);
    const { extensionId: baselineId } = await browser.install(baseline);
    const urls: Record<PanelName, string> = {
      steward: `chrome-extension://${extensionId}/${path}`,
      react: `chrome-extension://${baselineId}/${BASELINE_PAGES.react}`,
      static: `chrome-extension://${baselineId}/${BASELINE_PAGES.static}`,
    };
    // Each round has another order, so that no panel is always the first of its browser.
    const order = PANELS.map((_, index) => PANELS[(index + round) % PANELS.length] ?? 'steward');
    const takes = Object.fromEntries(
      order.map((name) => [name, () => open(browser.context, urls[name])]),
    ) as Record<PanelName, () => Promise<Opening>>;
    const samples = await sampleInTurns<PanelName, Opening>(
      { rounds: 1 + OPENINGS_BEFORE_WARM, warmUpRounds: 0 },
      takes,
    );
    const nth = (index: number) =>
      Object.fromEntries(PANELS.map((name) => [name, samples[name].at(index)])) as Record<PanelName, Opening>;
    return { cold: nth(0), warm: nth(-1) };
  } finally {
    await browser.close();
  }
}

async function open(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage();
  try {
    const workMs = await measureMainThread(page);
    await page.addInitScript(watchReadiness);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction((ms) => performance.now() >= ms, START_MS, { polling: 100 });
    return { work: await workMs(), ...(await page.evaluate(readOpening)) };
  } finally {
    await page.close();
  }
}

declare global {
  var openingForBench: { ready: number; longestTask: number };
}

/** Runs in the page before its scripts. */
function watchReadiness(): void {
  const opening = { ready: Number.NaN, longestTask: 0 };
  globalThis.openingForBench = opening;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      opening.longestTask = Math.max(opening.longestTask, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  // React replaces the row of the static document when it takes over.
  let staticRow: Element | null = null;
  const watcher = new MutationObserver(() => {
    const row = document.querySelector('.composer-row');
    staticRow ??= row;
    if (
      document.querySelector('textarea') === null ||
      (staticRow !== null && (row ?? staticRow) === staticRow)
    )
      return;
    opening.ready = performance.now();
    watcher.disconnect();
  });
  watcher.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. Throws if the page painted nothing or never became ready. */
function readOpening(): Omit<Opening, 'work'> {
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const { ready, longestTask } = globalThis.openingForBench;
  if (firstPaint === undefined || Number.isNaN(ready)) throw new Error('The panel did not open.');
  return { firstPaint, ready, longestTask };
}

function rowsOf(kind: 'cold' | 'warm', rounds: readonly Record<PanelName, Opening>[]): BenchRow[] {
  const figures = (panel: PanelName, what: keyof Opening) => rounds.map((round) => round[panel][what]);
  const against = (what: keyof Opening, words: string, goal: number): BenchRow => ({
    what: `panel ${kind}: ${words}`,
    against: 'an empty React panel',
    measured: figures('steward', what),
    baseline: figures('react', what),
    goal: atMost(goal),
    notes: [`${median(figures('static', what)).toFixed(0)} ms with static HTML alone.`],
  });
  const isCold = kind === 'cold';
  return [
    against('firstPaint', 'first paint', isCold ? 0.8 : 0.95),
    against('ready', 'ready to write', isCold ? 0.9 : 1.1),
    against('work', `processor time of the first ${START_MS} ms`, 1.8),
    {
      what: `panel ${kind}: longest task`,
      against: `a long task’s bound of ${LONG_TASK_MS} ms`,
      measured: figures('steward', 'longestTask'),
      baseline: [LONG_TASK_MS],
      goal: atMost(1),
    },
  ];
}
