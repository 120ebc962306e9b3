import { StewardError } from '../errors';
import type { LoopDeps } from './loop-deps';

/** How long the end of a run may wait for its page, in milliseconds: a stop ends within a second, however the page behaves. */
const STOP_LIMIT_MS = 500;

/**
 * Runs `work` with a signal that aborts when a stop can't wait for the page any longer. Once for a whole stop: limits in
 * a row add up.
 */
export async function withinStopLimit<Value>(
  { timer }: Pick<LoopDeps, 'timer'>,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const over = new AbortController();
  timer.sleep(STOP_LIMIT_MS, over.signal).then(
    () => limit.abort(stoppedWaiting()),
    // The work was done before.
    () => undefined,
  );
  try {
    return await work(limit.signal);
  } finally {
    over.abort();
  }
}

function stoppedWaiting(): StewardError {
  return new StewardError('timeout', 'The page did not answer while the run was being stopped.', {
    remedy: 'Look at the page before going on.',
  });
}
