import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';
import type { PageAnswer, PageProtocolClient } from '../page-protocol-client';
import { type ModelFilterContext, type ModelFilterState, restorableState } from './model-filter-context';
import { type PageReading, readPageState } from './read-page-state';

/** For answers that the page gives from memory. */
const PAGE_TIMEOUT_MS = 10_000;
/** For actions that wait for the proxy; the tool's own time-out ends them earlier. */
const ACTION_TIMEOUT_MS = 60_000;

/** What a change came to. `page-changed`: somebody else changed the rules meanwhile, so nothing was done. */
export type PageWrite =
  | { outcome: 'done'; after: ModelFilterContext }
  | { outcome: 'page-changed' }
  | { outcome: 'refused'; code: string; message: string };

/** The model-filter page, reached over the page protocol. Everything rejects with a StewardError only. */
export interface PageAccess {
  read(signal: AbortSignal): Promise<PageReading>;
  /** Puts the page into `state` if its restorable state is still that of `seen`. */
  apply(seen: PageReading, state: ModelFilterState, signal: AbortSignal): Promise<PageWrite>;
  /** Puts the page into `state` whatever it is in now. Rejects with `state-refused`, and leaves the page as it was. */
  restore(state: Json, signal: AbortSignal): Promise<void>;
  /** Runs one of the page's own actions if its restorable state is still that of `seen`. */
  act(seen: PageReading, name: string, signal: AbortSignal): Promise<PageWrite>;
}

/** The page behind a client. */
export function createPageAccess(client: PageProtocolClient): PageAccess {
  async function read(signal: AbortSignal): Promise<PageReading> {
    const answer = await client.request('get-state', {}, { timeoutMs: PAGE_TIMEOUT_MS, signal });
    if (!answer.ok) throw refusedRead(answer);
    return readPageState(answer.result);
  }

  /** A highlight or a list that has loaded moves the revision on too: once, that is no reason to give up. */
  async function write(
    seen: PageReading,
    send: (ifRevision: number) => Promise<PageAnswer>,
    signal: AbortSignal,
  ): Promise<PageWrite> {
    let answer = await send(seen.revision);
    if (!answer.ok && answer.code === 'revision-mismatch') {
      const now = await read(signal);
      if (!sameRestorableState(now.context, seen.context)) return { outcome: 'page-changed' };
      answer = await send(now.revision);
    }
    if (answer.ok) return { outcome: 'done', after: (await read(signal)).context };
    if (answer.code === 'revision-mismatch') return { outcome: 'page-changed' };
    return { outcome: 'refused', code: answer.code, message: answer.message };
  }

  return {
    read,
    apply: (seen, state, signal) =>
      write(
        seen,
        (ifRevision) =>
          client.request('apply-state', { state, ifRevision }, { timeoutMs: PAGE_TIMEOUT_MS, signal }),
        signal,
      ),
    async restore(state, signal) {
      const answer = await client.request(
        'apply-state',
        { state, ifRevision: null },
        { timeoutMs: PAGE_TIMEOUT_MS, signal },
      );
      if (!answer.ok) throw refusedState(answer);
    },
    act: (seen, name, signal) =>
      write(
        seen,
        (ifRevision) =>
          client.request('action', { name, args: {}, ifRevision }, { timeoutMs: ACTION_TIMEOUT_MS, signal }),
        signal,
      ),
  };
}

function sameRestorableState(left: ModelFilterContext, right: ModelFilterContext): boolean {
  return canonicalJson(restorableState(left)) === canonicalJson(restorableState(right));
}

function refusedRead({ code, message }: { code: string; message: string }): StewardError {
  return new StewardError('page-protocol', 'The page didn’t give its state.', {
    remedy: 'Wait until the page has loaded, or reload it, then try again.',
    details: `${code}: ${message}`,
  });
}

function refusedState({ code, message }: { code: string; message: string }): StewardError {
  return new StewardError('state-refused', 'The page refused the state, and is as it was.', {
    remedy: 'Look at the page, then try again.',
    details: `${code}: ${message}`,
  });
}
