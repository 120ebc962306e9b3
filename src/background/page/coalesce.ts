/** Longest pause between two runs of the same key, in milliseconds. */
export const MAX_PAUSE_MS = 1_000;

interface Pending<Request, Result> {
  request: Request;
  result: Promise<Result>;
  start(): void;
}

/**
 * Runs work one at a time per key, with at most one queued: further requests are merged into it. So each
 * request is answered by a run that started after it. After each run there is a pause as long as the run
 * took, so that endless requests leave time for other work.
 */
export function createCoalescer<Request, Result>(deps: {
  work(key: string, request: Request): Promise<Result>;
  merge(earlier: Request, later: Request): Request;
  now(): number;
  sleep(ms: number): Promise<void>;
}): (key: string, request: Request) => Promise<Result> {
  /** Active keys, each with its queued run. */
  const waiting = new Map<string, Pending<Request, Result> | null>();

  async function run(key: string, request: Request): Promise<Result> {
    waiting.set(key, null);
    const startedAtMs = deps.now();
    try {
      return await deps.work(key, request);
    } finally {
      void startNext(key, deps.now() - startedAtMs);
    }
  }

  async function startNext(key: string, tookMs: number): Promise<void> {
    await deps.sleep(Math.min(tookMs, MAX_PAUSE_MS));
    const next = waiting.get(key);
    if (next) next.start();
    else waiting.delete(key);
  }

  return (key, request) => {
    const next = waiting.get(key);
    if (next === undefined) return run(key, request);
    if (next !== null) {
      next.request = deps.merge(next.request, request);
      return next.result;
    }
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const pending: Pending<Request, Result> = {
      request,
      start,
      result: started.then(() => run(key, pending.request)),
    };
    waiting.set(key, pending);
    return pending.result;
  };
}
