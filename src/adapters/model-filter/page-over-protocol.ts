import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';
import type { PageAnswer, PageProtocolClient } from '../page-protocol-client';
import { restorableState } from './model-filter-context';
import type { ApplyOptions, PageAccess, PageWrite } from './page-access';
import { type ModelFilterReading, readPageState } from './read-page-state';

/** For reading, which the page answers from memory. */
const READ_TIMEOUT_MS = 10_000;
/** For changes: longer than any tool may take, since the call's own limit, kept by the signal, is the one that counts. */
const CHANGE_TIMEOUT_MS = 600_000;
/** How often a change is tried on a page that moves on without changing what a checkpoint keeps. */
const MAX_ATTEMPTS = 3;

/** The page in front of the content script. */
export interface PageOverProtocol extends PageAccess {
  /** The page's context with the revision that it belongs to. */
  reading(): Promise<ModelFilterReading>;
  /**
   * Puts the page into `state` whatever it is in now, and resolves with the state that it took. Rejects with
   * `state-refused`, and leaves the page as it was.
   */
  restore(state: Json): Promise<Json>;
  /** The state that the page took last, whatever others changed since; if it took none, its state now. */
  stateLeft(): Promise<Json>;
}

/**
 * The page behind a client, until the signal aborts. `known` is a reading made right before, if there is one: a write
 * starts from it without reading again, since the page refuses a write for a revision that has passed.
 */
export function createPageOverProtocol(
  client: PageProtocolClient,
  signal: AbortSignal,
  known: ModelFilterReading | null = null,
): PageOverProtocol {
  const untilAborted = { timeoutMs: CHANGE_TIMEOUT_MS, signal };
  let taken: Json | null = null;

  async function reading(): Promise<ModelFilterReading> {
    const answer = await client.request('get-state', {}, { timeoutMs: READ_TIMEOUT_MS, signal });
    if (!answer.ok) throw refusedRead(answer);
    return readPageState(answer.result);
  }

  /** A highlight or a list that has loaded moves the revision on too, which is no reason to give up. */
  async function write(
    from: Json,
    send: (ifRevision: number | null) => Promise<PageAnswer>,
  ): Promise<PageWrite> {
    const isFrom = ({ context }: ModelFilterReading) =>
      canonicalJson(restorableState(context)) === canonicalJson(from);
    let start = known !== null && isFrom(known) ? known : null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = from === null ? null : (start ?? (await reading()));
      start = null;
      if (now !== null && !isFrom(now)) break;
      const answer = await send(now?.revision ?? null);
      if (answer.ok) return { outcome: 'done', result: resultIn(answer.result) };
      if (answer.code !== 'revision-mismatch') {
        return { outcome: 'refused', code: answer.code, message: answer.message };
      }
    }
    return { outcome: 'page-changed' };
  }

  const put = (state: Json, ifRevision: number | null, options: ApplyOptions = {}) =>
    client.request('apply-state', { state, ifRevision, ...options }, untilAborted);

  const stateNow = async () => restorableState((await reading()).context);

  /**
   * The state that the page took, after it answered that it took `wanted`. At the revision of its answer, its state says
   * so. At a later one its word counts, since somebody else has changed the page since.
   */
  async function stateTaken(wanted: Json, answered: number): Promise<Json> {
    const now = await reading();
    return now.revision > answered ? wanted : restorableState(now.context);
  }

  return {
    reading,
    read: async () => (await reading()).context,
    async apply(from, to, options) {
      let revision = Number.POSITIVE_INFINITY;
      const done = await write(from, async (ifRevision) => {
        const answer = await put(to, ifRevision, options);
        if (answer.ok) revision = revisionIn(answer.result);
        return answer;
      });
      if (done.outcome !== 'done') return done;
      taken = await stateTaken(to, revision);
      return canonicalJson(taken) === canonicalJson(to) ? done : NOT_TAKEN;
    },
    act: (from, { name, args }) =>
      write(from, (ifRevision) => client.request('action', { name, args, ifRevision }, untilAborted)),
    async restore(state) {
      const answer = await put(state, null);
      if (!answer.ok) throw refusedState(answer);
      return stateTaken(state, revisionIn(answer.result));
    },
    stateLeft: async () => taken ?? stateNow(),
  };
}

/** A page that accepted a change and shows another state. */
const NOT_TAKEN: PageWrite = {
  outcome: 'refused',
  code: 'not-applied',
  message: 'The page accepted the change but shows another state.',
};

/** The revision in an answer; of a page that doesn't tell it, none is later. */
function revisionIn(answer: unknown): number {
  const isTold = typeof answer === 'object' && answer !== null && 'revision' in answer;
  return isTold && typeof answer.revision === 'number' ? answer.revision : Number.POSITIVE_INFINITY;
}

/** What an action answered beside the revision. */
function resultIn(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : null;
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
