import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import { isJsonObject } from '@/src/schema/values/is-json-object';
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
  return isJsonObject(answer) && typeof answer.revision === 'number'
    ? answer.revision
    : Number.POSITIVE_INFINITY;
}

/** The action's own result in an answer; null if it has none. */
function resultIn(answer: unknown): unknown {
  return isJsonObject(answer) && 'result' in answer ? answer.result : null;
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

type Fits = (value: unknown) => boolean;

const isText: Fits = (value) => typeof value === 'string';
const isTextList: Fits = (value) => Array.isArray(value) && value.every(isText);
const mapOf =
  (fits: Fits): Fits =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(fits);
const objectOf =
  (shape: Readonly<Record<string, Fits>>): Fits =>
  (value) =>
    isJsonObject(value) && Object.entries(shape).every(([name, fits]) => fits(value[name]));
const isRule = objectOf({ kind: (kind) => kind === 'ignore' || kind === 'whitelist', pattern: isText });
const areRules = mapOf(objectOf({ ignore: isTextList, whitelist: isTextList }));

/** The test of each field, as far as this script computes with it. */
const FIELDS: Readonly<Record<keyof ModelFilterContext, Fits>> = {
  provider: isText,
  providers: isTextList,
  models: mapOf(isTextList),
  drafts: areRules,
  saved: areRules,
  search: isText,
  highlight: objectOf({ rule: (rule) => rule === null || isRule(rule), models: isTextList }),
  loading: (value) => typeof value === 'boolean',
  error: (value) => value === null || isText(value),
  live: (value) => value === undefined || value === true,
  discards: (value) => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0),
};

/**
 * The result of `get-state`, checked by {@link FIELDS}. A schema library is too large for a content script, and the
 * background parses the whole anyway. Throws `page-protocol` with the field that doesn't fit or the limit that the page exceeds.
 */
export function readPageState(result: unknown): ModelFilterReading {
  const { revision, state } = isJsonObject(result) ? result : {};
  if (!isJsonObject(state)) throw misfit('state');
  if (!Number.isSafeInteger(revision)) throw misfit('revision');
  for (const [name, fits] of Object.entries(FIELDS)) if (!fits(state[name])) throw misfit(name);
  const context = state as ModelFilterContext;
  const excess = excessOf(context);
  if (excess !== null) throw tooMuch(excess);
  return { revision: revision as number, context };
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
