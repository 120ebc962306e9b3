import { describe, expect, it } from 'vitest';
import { mainThreadTasks } from '@/scripts/bench/trace';

const name = (pid: number, tid: number, thread: string) => ({
  name: 'thread_name',
  ph: 'M',
  pid,
  tid,
  args: { name: thread },
});
const task = (pid: number, tid: number, ms: number) => ({
  name: 'RunTask',
  ph: 'X',
  pid,
  tid,
  dur: ms * 1_000,
});

describe('the tasks of a page’s main thread', () => {
  it('are those of the busiest renderer, not of other threads or processes', () => {
    const traceEvents = [
      name(1, 1, 'CrRendererMain'),
      name(1, 2, 'Compositor'),
      name(2, 1, 'CrRendererMain'),
      name(3, 1, 'CrBrowserMain'),
      task(1, 1, 20),
      task(1, 1, 30),
      task(1, 2, 400),
      task(2, 1, 45),
      task(3, 1, 900),
      { name: 'RunTask', ph: 'B', pid: 1, tid: 1 },
      { name: 'Paint', ph: 'X', pid: 1, tid: 1, dur: 99_000 },
    ];
    expect(mainThreadTasks({ traceEvents })).toEqual({ longestMs: 30, totalMs: 50 });
  });

  it('throw for a trace without any, since nothing was measured', () => {
    expect(() => mainThreadTasks({ traceEvents: [task(1, 1, 5)] })).toThrow(
      'no task of a page’s main thread',
    );
  });
});
