import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import type { PageAnswer, PageProtocolClient } from '../kit/page-protocol';
import { restorableState } from './model-filter-context';
import type { ApplyOptions, PageAccess, PageWrite } from './page-access';
import { type ModelFilterReading, readPageState } from './read-page-state';

/** For reads, which the page answers from memory. */
const READ_TIMEOUT_MS = 10_000;
/** For changes. Longer than the limit of any tool, which arrives as the signal and applies first. */
const CHANGE_TIMEOUT_MS = 600_000;
/** Attempts to change a page whose revision changes while its restorable state stays the same. */
const MAX_ATTEMPTS = 3;

/** The page of this content script's document. */
export interface PageOverProtocol extends PageAccess {
  /** The page's context with the revision that it belongs to. */
  reading(): Promise<ModelFilterReading>;
  /**
   * Puts the page into `state`, whatever its current state is, and resolves with its state right after that.
   * Rejects with `state-refused`, which leaves the page unchanged.
   */
  restore(state: Json): Promise<Json>;
  /**
   * The state right after the last applied change, whatever others changed since; the current state if none
   * was applied.
   */
  stateLeft(): Promise<Json>;
}

/**
 * The page reached through `client`, until the signal aborts. `known` is a reading made immediately before, if there is
 * one: a write starts from it without another read, since the page refuses a write for an outdated revision.
 */
export function createPageOverProtocol(
  client: PageProtocolClient,
  signal: AbortSignal,
  known: ModelFilterReading | null,
): PageOverProtocol {
  const untilAborted = { timeoutMs: CHANGE_TIMEOUT_MS, signal };
  let taken: Json | null = null;

  async function reading(): Promise<ModelFilterReading> {
    const answer = await client.request('get-state', {}, { timeoutMs: READ_TIMEOUT_MS, signal });
    if (!answer.ok) throw refusedRead(answer);
    return readPageState(answer.result);
  }

  /**
   * Retries on a new revision: highlighting or loading a list also changes it, but not the restorable state.
   */
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

  const put = (state: Json, ifRevision: number | null, options: ApplyOptions) =>
    client.request('apply-state', { state, ifRevision, ...options }, untilAborted);

  const stateNow = async () => restorableState((await reading()).context);

  /**
   * The state right after the page answered that it applied `wanted`. If the page is still at the revision of
   * its answer, its current state is that state. If the revision is later, somebody else changed the page
   * since, so the answer counts.
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
        // The page half's contract: no options mean a plain change.
        const answer = await put(to, ifRevision, options ?? {});
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
      const answer = await put(state, null, {});
      if (!answer.ok) throw refusedState(answer);
      return stateTaken(state, revisionIn(answer.result));
    },
    stateLeft: async () => taken ?? stateNow(),
  };
}

/** The page accepted a change but shows another state. */
const NOT_TAKEN: PageWrite = {
  outcome: 'refused',
  code: 'not-applied',
  message: 'The page accepted the change but shows another state.',
};

/** The revision in an answer; infinity if there is none, so that no revision counts as later. */
function revisionIn(answer: unknown): number {
  const isTold = typeof answer === 'object' && answer !== null && 'revision' in answer;
  return isTold && typeof answer.revision === 'number' ? answer.revision : Number.POSITIVE_INFINITY;
}

/** The action's own result in an answer. */
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
