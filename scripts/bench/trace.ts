import type { CDPSession, Page } from 'playwright';
import { sum } from './bench-row';

/** A trace event (Trace Event Format), as far as it is read. Times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string; data?: { url?: string } };
}

export interface Trace {
  traceEvents: readonly TraceEvent[];
}

/** Records a trace of the page while `act` runs. */
export async function recordTrace(
  page: Page,
  categories: string[],
  act: () => Promise<void>,
): Promise<Trace> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser to trace.');
  await browser.startTracing(page, { categories });
  await act();
  return JSON.parse((await browser.stopTracing()).toString('utf8'));
}

/** Duration of the tasks of the page's main thread during a trace. */
export interface MainThreadTasks {
  longestMs: number;
  totalMs: number;
}

/** The trace categories that {@link mainThreadTasks} needs. */
export const TASK_CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline'];

/**
 * The tasks of the busiest renderer's main thread, which is that of the measured page. Throws if the trace contains
 * none, because nothing was measured then.
 */
export function mainThreadTasks({ traceEvents }: Trace): MainThreadTasks {
  const mainThreads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const [busiest] = mainThreads
    .map(({ pid, tid }) => {
      const tasks = traceEvents.flatMap((event) =>
        event.name === 'RunTask' && event.pid === pid && event.tid === tid ? (event.dur ?? []) : [],
      );
      return { longestMs: Math.max(...tasks) / 1_000, totalMs: sum(tasks) / 1_000 };
    })
    .sort((a, b) => b.totalMs - a.totalMs);
  if (!busiest?.totalMs) throw new Error('The trace holds no task of a page’s main thread.');
  return busiest;
}

/** The trace categories that {@link evaluationMs} needs. */
export const EVALUATION_CATEGORIES = ['devtools.timeline'];

/**
 * Milliseconds that the browser spent compiling and evaluating the scripts whose URL ends with `urlEnd`. Throws if the trace has no
 * such script.
 */
export function evaluationMs({ traceEvents }: Trace, urlEnd: string): number {
  const evaluations = traceEvents.filter(
    ({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith(urlEnd) === true,
  );
  if (evaluations.length === 0) throw new Error(`The trace has no evaluation of ${urlEnd}.`);
  return sum(evaluations.map(({ dur = 0 }) => dur / 1_000));
}

/**
 * Starts to measure the tasks of a page's main thread; `send` sends a command to its DevTools session. Returns a function that resolves
 * with their processor time since the page was loaded, in milliseconds: other load on the machine changes it less than the time that passes.
 */
export async function measureMainThread(send: CDPSession['send']): Promise<() => Promise<number>> {
  await send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('The browser reports no time of its tasks.');
    return seconds * 1_000;
  };
}

/** {@link measureMainThread} of a page that Playwright drives. */
export async function measurePage(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  return measureMainThread((method, parameters) => devtools.send(method, parameters));
}
