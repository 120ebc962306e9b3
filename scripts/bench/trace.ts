import type { Page } from 'playwright';
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
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const durations = new Map<string, number[]>();
  for (const event of traceEvents) {
    if (event.name !== 'RunTask' || event.dur === undefined || !mainThreads.has(threadOf(event))) continue;
    const key = threadOf(event);
    durations.set(key, [...(durations.get(key) ?? []), event.dur / 1_000]);
  }
  const threads = [...durations.values()].map((tasks) => ({
    longestMs: Math.max(...tasks),
    totalMs: sum(tasks),
  }));
  const busiest = threads.sort((a, b) => b.totalMs - a.totalMs)[0];
  if (busiest === undefined) throw new Error('The trace holds no task of a page’s main thread.');
  return busiest;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
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
