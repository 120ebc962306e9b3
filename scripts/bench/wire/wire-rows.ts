import { setTimeout as pause } from 'node:timers/promises';
import { withFolder } from '@/scripts/with-folder.mjs';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { loadExtension } from '@/tests/drive/chromium/loaded-extension';
import { waitUntil } from '@/tests/drive/wait-until';
import { type ChatAnswer, callsAtOnce, inTurn, says } from '@/tests/fakes/chat-answers';
import { countWrite } from '@/tests/world/count-write';
import { type BenchRow, median, sum, within } from '../bench-row';
import { type BareBrowser, type BarePage, findPage, openTab, startBareBrowser } from '../panel/bare-browser';
import { type BenchServers, signIn, withBenchServers, withPanelBeside } from '../panel/bench-panel';
import { roundsOf } from '../rounds';

/** Measures what one call of the model takes until it is settled: Steward's own time, messages and operations. */
export async function wireRows(): Promise<BenchRow[]> {
  const { pageReads, pageMessages, reads, writes } = await countWrite();
  const counted = (what: string, count: number, most: number, note: string): BenchRow => ({
    what: `one message with one write: ${what}`,
    against: 'the most that it should take',
    unit: 'number',
    measured: [count],
    baseline: [most],
    atMost: 1,
    notes: [note],
  });
  return [
    ...(await callTimeRows()),
    counted('readings of the page', pageReads, 4, 'Of its whole state, as the page itself received them.'),
    counted('messages to the content script', pageMessages, 6, 'Readings, locks and the call itself.'),
    counted(
      'operations on the database',
      reads + writes,
      80,
      `${reads} reads, and ${writes} writes, where rows that one transaction writes to a table in a row count once.`,
    ),
  ];
}

const CALLS = 60;
/** Calls at first that don't count. */
const WARM_UP_CALLS = 5;
/** Limit of 95 of 100 calls, in milliseconds. */
const BOUND_MS = 10;
/** Time after a run for what follows from it, in milliseconds. */
const REST_MS = 250;
const WINDOW_SIZE = { width: 1_200, height: 800 };

/** A period, in milliseconds since 1970. */
interface Period {
  from: number;
  to: number;
}

/**
 * Measures a write from the model's response until its result is on the way to the model, without the time in which the page itself
 * works. In a browser without a debugger, which would slow down the background's promises.
 */
function callTimeRows(): Promise<BenchRow[]> {
  return withFolder(async (folder) => {
    const calls = await withBenchServers((servers) => timeCalls(servers, folder));
    const whole = calls.map(({ call }) => lengthOf(call));
    const own = calls.map(({ call, page }) => lengthOf(call) - sum(page.map((work) => overlap(work, call))));
    return [
      {
        what: 'a write’s own time until it is settled, 95 of 100',
        ...within(BOUND_MS, 'ms'),
        measured: own,
        percentile: 0.95,
        notes: [
          `From the last byte of the model’s response to its next request; the median is ${median(own).toFixed(1)} ms.`,
          `With the page’s own work the median is ${median(whole).toFixed(1)} ms.`,
        ],
      },
    ];
  });
}

async function timeCalls(servers: BenchServers, folder: string): Promise<{ call: Period; page: Period[] }[]> {
  // The profile of a user with a connection, and a chat about the page.
  await withPanelBeside(servers, (panel) => panel.ask(says('Yes.')), folder);
  const browser = startBareBrowser(folder, WINDOW_SIZE);
  try {
    const { page, panel } = await openBoth(browser, servers);
    await page.run(watchWork);
    const calls: { call: Period; page: Period[] }[] = [];
    for (let number = -roundsOf(WARM_UP_CALLS); number < roundsOf(CALLS); number += 1) {
      const call = await timeCall(servers, panel, number);
      const work = await page.run(takeWork);
      // The dry run's reading and the change, or the call failed, which would count as fast.
      if (work.length < 2) throw new Error('The page was not changed.');
      if (number >= 0) calls.push({ call, page: work });
    }
    return calls;
  } finally {
    await browser.close();
  }
}

/** Opens the page, and the side panel beside it, which shows the chat of the page. */
async function openBoth(
  browser: BareBrowser,
  { url, apiKey }: BenchServers,
): Promise<{ page: BarePage; panel: BarePage }> {
  const extension = await loadExtension(browser, CHROMIUM.playgroundExtension);
  const page = await openTab(browser, url);
  await waitUntil(() => page.run(signIn, apiKey), 'The page shows no models.');
  await extension.triggerAction(await page.run(() => location.href));
  let panel: BarePage | null = null;
  const isReady = async () => {
    panel ??= await findPage(browser, `chrome-extension://${extension.extensionId}/sidepanel.html`);
    return (await panel?.run(isConnected)) ?? false;
  };
  await waitUntil(isReady, 'The side panel did not open, or is not connected to the page.');
  if (panel === null) throw new Error('unreachable');
  return { page, panel };
}

/** Sends a message for which the model makes one write. */
async function timeCall({ endpoint }: BenchServers, panel: BarePage, number: number): Promise<Period> {
  const call: Period = { from: Number.NaN, to: Number.NaN };
  const writes = callsAtOnce('add_ignore_rule', JSON.stringify({ pattern: `bench-${number}-*` }), () => {
    call.from = performance.timeOrigin + performance.now();
  });
  const concludes: ChatAnswer = (reply, request) => {
    call.to = performance.timeOrigin + performance.now();
    return says('Done.')(reply, request);
  };
  endpoint.behave(inTurn(writes, concludes));
  await panel.run(send, `Question ${number}`);
  await waitUntil(async () => !Number.isNaN(call.to), 'The call was not settled.');
  await waitUntil(() => panel.run(isIdle), 'The run did not end.');
  await pause(REST_MS);
  return call;
}

/** Runs in the panel. */
function isConnected(): boolean {
  const status = document.querySelector('[role="status"][aria-label="Page"]');
  return document.querySelector('.user-message') !== null && /models/.test(status?.textContent ?? '');
}

/** Runs in the panel: true if no run is active. */
function isIdle(): boolean {
  return !document.querySelector('.composer-row')?.textContent.includes('Stop');
}

/** Runs in the panel: writes a message, and sends it once the panel has taken it over. */
async function send(text: string): Promise<void> {
  const field = document.querySelector('textarea');
  if (field === null) throw new Error('The panel has no field.');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.composer-row button')];
  const button = buttons.find(({ textContent }) => textContent.trim() === 'Send');
  if (button === undefined || button.disabled) throw new Error('The message can’t be sent.');
  button.click();
}

declare global {
  var workForBench: Period[];
}

/** Runs in the page: records the time from each request of Steward's to the page's response. */
function watchWork(): void {
  const now = () => performance.timeOrigin + performance.now();
  const begun = new Map<string, number>();
  const idOf = (event: Event) => String(JSON.parse(String((event as CustomEvent).detail)).requestId);
  globalThis.workForBench = [];
  // In the window, which an event reaches before the listeners of the document.
  window.addEventListener('steward:request', (event) => void begun.set(idOf(event), now()), true);
  window.addEventListener(
    'steward:response',
    (event) => {
      const from = begun.get(idOf(event));
      if (from !== undefined) globalThis.workForBench.push({ from, to: now() });
    },
    true,
  );
}

/** Runs in the page: takes the records since the last time. */
function takeWork(): Period[] {
  return globalThis.workForBench.splice(0);
}

function lengthOf({ from, to }: Period): number {
  return to - from;
}

function overlap(one: Period, other: Period): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}
