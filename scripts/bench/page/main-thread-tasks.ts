/** A trace event (Trace Event Format), as far as it is read. Times are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string };
}

/** Duration of the tasks of the page's main thread during a trace. */
export interface MainThreadTasks {
  longestMs: number;
  totalMs: number;
}

/** The trace categories that {@link mainThreadTasks} needs. */
export const TRACE_CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline'];

/**
 * The tasks of the busiest renderer's main thread, which is that of the measured page. Throws if the trace contains
 * none, because nothing was measured then.
 */
export function mainThreadTasks(trace: { traceEvents: readonly TraceEvent[] }): MainThreadTasks {
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const durations = new Map<string, number[]>();
  for (const event of trace.traceEvents) {
    if (event.name !== 'RunTask' || event.dur === undefined || !mainThreads.has(threadOf(event))) continue;
    const key = threadOf(event);
    durations.set(key, [...(durations.get(key) ?? []), event.dur / 1_000]);
  }
  const threads = [...durations.values()].map((tasks) => ({
    longestMs: Math.max(...tasks),
    totalMs: tasks.reduce((sum, task) => sum + task, 0),
  }));
  const busiest = threads.sort((a, b) => b.totalMs - a.totalMs)[0];
  if (busiest === undefined) throw new Error('The trace holds no task of a page’s main thread.');
  return busiest;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}
