import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import {
  BUTTON_PLACE,
  identifyPage,
  type PageAnswer,
  type PageProtocolClient,
  subscribeToPage,
} from '../kit/page-protocol';
import { excessOf, type ModelFilterContext, restorableState } from './model-filter-context';
import {
  type ApplyOptions,
  isChangeOperation,
  isReadOperation,
  type PageAccess,
  type PageOperation,
  type PageWrite,
  performOperation,
  WRONG_WAY,
} from './page-access';

const ID = 'model-filter';

/** The page half of the model-filter adapter: runs the operations of its tools over the page protocol. */
export function createModelFilterPage(client: PageProtocolClient): PageHalf {
  const pageUntil = (signal: AbortSignal) => createPageOverProtocol(client, signal, null);
  /** The newest reading, for a change that follows it immediately. */
  let lastReading: ModelFilterReading | null = null;
  return {
    id: ID,
    buttonPlace: BUTTON_PLACE,
    detect: (signal) => identifyPage(client, ID, signal),
    async getContext(signal) {
      lastReading = await pageUntil(signal).reading();
      return lastReading.context;
    },
    // The host passes only contexts that getContext resolved with.
    stateOf: (context) => restorableState(context as unknown as ModelFilterContext),
    applyState: (state, signal) => pageUntil(signal).restore(state),
    query: async (_tool, args, signal) =>
      isReadOperation(args) ? performOperation(pageUntil(signal), args as PageOperation) : WRONG_WAY,
    async execute(_tool, args, signal) {
      if (!isChangeOperation(args)) return { result: WRONG_WAY, state: null };
      const page = createPageOverProtocol(client, signal, lastReading);
      lastReading = null;
      const result = await performOperation(page, args as PageOperation);
      return { result, state: await page.stateLeft() };
    },
    subscribe: (onChange, signal) => subscribeToPage(client, onChange, signal),
  };
}

/** For reads, which the page answers from memory. */
const READ_TIMEOUT_MS = 10_000;
/** For changes. Longer than the limit of any tool, which arrives as the signal and applies first. */
const CHANGE_TIMEOUT_MS = 600_000;
/** Attempts to change a page whose revision changes while its restorable state stays the same. */
const MAX_ATTEMPTS = 3;

/** The page of this content script's document. */
interface PageOverProtocol extends PageAccess {
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

/** The page's state at one revision. */
interface ModelFilterReading {
  revision: number;
  context: ModelFilterContext;
}

type Fields = Record<string, unknown>;

/**
 * The result of `get-state`, checked as far as this script computes with it. A schema library is too large
 * for a content script, and the background parses the whole anyway. Throws `page-protocol` with the field
 * that doesn't fit or the limit that the page exceeds.
 */
export function readPageState(result: unknown): ModelFilterReading {
  const { revision, state } = fields(result, 'the result');
  const read = fields(state, 'state');
  const highlight = fields(read.highlight, 'highlight');
  expect(Number.isSafeInteger(revision), 'revision');
  expect(typeof read.provider === 'string', 'provider');
  expect(isTextList(read.providers), 'providers');
  for (const ids of Object.values(fields(read.models, 'models'))) expect(isTextList(ids), 'models');
  checkRules(read.drafts, 'drafts');
  checkRules(read.saved, 'saved');
  expect(typeof read.search === 'string', 'search');
  expect(isTextList(highlight.models), 'highlight.models');
  if (highlight.rule !== null) checkRule(highlight.rule);
  expect(typeof read.loading === 'boolean', 'loading');
  expect(read.error === null || typeof read.error === 'string', 'error');
  expect(read.live === undefined || read.live === true, 'live');
  expect(read.discards === undefined || isCount(read.discards), 'discards');
  const context = read as ModelFilterContext;
  const excess = excessOf(context);
  if (excess !== null) throw tooMuch(excess);
  return { revision: revision as number, context };
}

function checkRules(value: unknown, place: string): void {
  for (const set of Object.values(fields(value, place))) {
    const { ignore, whitelist } = fields(set, place);
    expect(isTextList(ignore) && isTextList(whitelist), place);
  }
}

function checkRule(value: unknown): void {
  const { kind, pattern } = fields(value, 'highlight.rule');
  expect((kind === 'ignore' || kind === 'whitelist') && typeof pattern === 'string', 'highlight.rule');
}

function fields(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit(place);
  return value as Fields;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function expect(holds: boolean, place: string): void {
  if (!holds) throw misfit(place);
}

function misfit(place: string): StewardError {
  return new StewardError('page-protocol', 'The page reported no state of a model filter.', {
    remedy: 'Reload the page; if it happens again, its page protocol has to be repaired.',
    details: `Doesn’t fit: ${place}`,
  });
}

function tooMuch(excess: string): StewardError {
  return new StewardError(
    'page-protocol',
    `The page reports ${excess}, which is more than Steward accepts.`,
    {
      remedy: 'Remove some on the page, then try again.',
    },
  );
}
