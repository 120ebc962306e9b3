import type { PagePort } from '@/src/core/ports/page-port';
import type { LoopHarness } from '../../fakes/loop-harness';

/** Never resolves; rejects when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** A page that no longer answers; each request ends only with its signal. Returns the requests that it gets. */
export function fallSilent(h: LoopHarness): string[] {
  const asked: string[] = [];
  const silent = (name: string, signal: AbortSignal) => {
    asked.push(name);
    return untilAborted(signal);
  };
  const page: PagePort = {
    readContext: (_chat, signal = new AbortController().signal) => silent('readContext', signal),
    isNewest: () => false,
    placeOf: (_chat, signal) => silent('placeOf', signal),
    query: (_chat, _request, signal) => silent('query', signal),
    execute: (_chat, _request, signal) => silent('execute', signal),
    applyState: (_chat, _request, signal) => silent('applyState', signal),
    recall: (_chat, _id, signal) => silent('recall', signal),
  };
  Object.assign(h.deps.page, page);
  return asked;
}
