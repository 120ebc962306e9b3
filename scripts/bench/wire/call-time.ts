import { type ChatAnswer, callsAtOnce, inTurn, says } from '@/tests/fakes/chat-answers';
import { atMost, type BenchRow, median } from '../bench-row';
import { type BenchPanel, withBenchPanel } from '../panel/bench-panel';

const CALLS = 60;
/** Calls at first that don't count. */
const WARM_UP_CALLS = 5;
/** Limit of 95 of 100 calls, in milliseconds. */
const BOUND_MS = 10;

/** A period, in milliseconds since 1970. */
interface Period {
  from: number;
  to: number;
}

/**
 * Measures a write from the model's response until its result is on the way to the model, without the time in which the page itself
 * works.
 */
export async function callTimeRows(): Promise<BenchRow[]> {
  const calls = await withBenchPanel(timeCalls);
  const whole = calls.map(({ call }) => lengthOf(call));
  const own = calls.map(({ call, page }) => lengthOf(call) - sum(page.map((work) => overlap(work, call))));
  return [
    {
      what: 'a write’s own time until it is settled, 95 of 100',
      against: `${BOUND_MS} ms`,
      measured: own,
      baseline: [BOUND_MS],
      percentile: 0.95,
      goal: atMost(1),
      notes: [
        `From the last byte of the model’s response to its next request; the median is ${median(own).toFixed(1)} ms.`,
        `With the page’s own work the median is ${median(whole).toFixed(1)} ms.`,
      ],
    },
  ];
}

async function timeCalls({ ask, filterPage }: BenchPanel): Promise<{ call: Period; page: Period[] }[]> {
  await filterPage.evaluate(watchWork);
  const calls: { call: Period; page: Period[] }[] = [];
  for (let number = -WARM_UP_CALLS; number < CALLS; number += 1) {
    const call: Period = { from: Number.NaN, to: Number.NaN };
    const arguments_ = JSON.stringify({ pattern: `bench-${number}-*` });
    const writes = callsAtOnce('add_ignore_rule', arguments_, () => {
      call.from = performance.timeOrigin + performance.now();
    });
    const concludes: ChatAnswer = (reply, request) => {
      call.to = performance.timeOrigin + performance.now();
      return says('Done.')(reply, request);
    };
    await ask(inTurn(writes, concludes));
    const page = await filterPage.evaluate(takeWork);
    // Two readings of the page, or the call failed, which would count as fast.
    if (page.length < 2) throw new Error('The page was not changed.');
    if (number >= 0) calls.push({ call, page });
  }
  return calls;
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

/** Runs in the page: the records since the last time. */
function takeWork(): Period[] {
  return globalThis.workForBench.splice(0);
}

function lengthOf({ from, to }: Period): number {
  return to - from;
}

function overlap(one: Period, other: Period): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
