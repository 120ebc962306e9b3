import type { StateHalf } from '@/src/core/adapter/page-half';
import { stateRefused } from '@/src/core/shared-errors';
import { say } from '@/src/schema/values/said';

/** Longest time that a reading waits for overdue changes, in milliseconds. A page whose step never ends stays readable. */
const READING_WAIT_MS = 8_000;

/** The changes that a half still works on after their time limit, for example because it changes the page back. */
export interface OverdueChanges {
  /** Wraps a half so that its changes are watched. */
  watched(half: StateHalf): StateHalf;
  /** Rejects with `state-refused` while there is an overdue change: a second one would mix with its steps. */
  admit(): void;
  /** Resolves once no change is overdue, or after 8 s. Until then, a reading could find a change half made. */
  ended(): Promise<void>;
}

export function createOverdueChanges(): OverdueChanges {
  const overdue = new Set<Promise<void>>();

  function watch<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
    let isRunning = true;
    const ended = work.then(ignore, ignore).then(() => {
      isRunning = false;
      overdue.delete(ended);
    });
    const late = () => void (isRunning && overdue.add(ended));
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    return work;
  }

  return {
    watched: (half) => ({
      ...half,
      execute: (tool, args, signal, assertExpected, report) =>
        watch(half.execute(tool, args, signal, assertExpected, report), signal),
      applyState: (state, signal, report) => watch(half.applyState(state, signal, report), signal),
    }),
    admit() {
      if (overdue.size > 0) throw stateRefused(say('error.pageHost.earlierRuns'), {});
    },
    async ended() {
      if (overdue.size === 0) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, READING_WAIT_MS);
      });
      await Promise.race([limit, Promise.all(overdue)]);
      clearTimeout(timer);
    },
  };
}

/** Drops the outcome of a change, which goes to the request that made it. */
function ignore(): void {}
