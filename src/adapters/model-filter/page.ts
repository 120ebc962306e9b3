import type { PageHalf } from '@/src/core/adapter/page-half';
import { type StewardError, textError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { stateRefused } from '@/src/core/shared-errors';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import {
  brokenProtocol,
  createPageProtocolClient,
  identifyPage,
  type PageAnswer,
  subscribeToPage,
} from '../kit/page-protocol';
import { WRONG_WAY } from '../kit/wrong-way';
import { type ModelFilterContext, type ModelFilterState, restorableState } from './model-filter-context';
import { CHANGING_ACTIONS, type PageOperation, READING_ACTIONS } from './page-operation';

const ID = 'model-filter';

/** Creates the page half of the model-filter adapter, which runs the operations of its tools over the page protocol. */
export function createModelFilterPage(document: Document): PageHalf {
  const client = createPageProtocolClient(document);
  /** The latest reading, for a change that follows it immediately. */
  let lastReading: ModelFilterReading | null = null;

  async function read(signal: AbortSignal): Promise<ModelFilterReading> {
    const answer = await client.request('get-state', {}, { timeoutMs: READ_TIMEOUT_MS, signal });
    if (!answer.ok) throw textError('page-protocol', 'model-filter.error.noState', detailsOf(answer));
    return readPageState(answer.result);
  }

  const change = (type: string, body: JsonObject, signal: AbortSignal) =>
    client.request(type, body, { timeoutMs: CHANGE_TIMEOUT_MS, signal });

  function send(operation: PageOperation, ifRevision: number | null, signal: AbortSignal) {
    if (operation.operation === 'act') {
      const { name, args } = operation;
      return change('action', { name, args, ifRevision }, signal);
    }
    const { to: state, discard } = operation;
    return change('apply-state', { state, ifRevision, ...(discard && { discard }) }, signal);
  }

  /**
   * Sends an operation if the page's restorable state still is the required one; resolves with null if it is not.
   * Reuses the last reading, since the page refuses a change with an outdated revision. Retries with the new revision,
   * because highlighting or loading a list changes the revision but not the restorable state.
   */
  async function sendFrom(
    operation: PageOperation,
    signal: AbortSignal,
    assertExpected: ((state: Json) => void) | undefined,
  ): Promise<PageAnswer | null> {
    const { from } = operation;
    const isFrom = ({ context }: ModelFilterReading) => isSameJson(restorableState(context), from);
    let start = lastReading;
    lastReading = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const now = from === null ? null : start !== null && isFrom(start) ? start : await read(signal);
      if (now !== null && now !== start) assertExpected?.(restorableState(now.context));
      start = null;
      if (now !== null && !isFrom(now)) return null;
      const answer = await send(operation, now?.revision ?? null, signal);
      if (answer.ok || answer.code !== 'revision-mismatch') return answer;
    }
    return null;
  }

  /**
   * The state immediately after the page confirmed `wanted`. If the page still has the revision of its answer, the
   * state that it shows is returned. If its revision is later, somebody else has changed it since, so `wanted` is
   * returned.
   */
  async function stateTaken(wanted: Json, answer: unknown, signal: AbortSignal): Promise<Json> {
    const { revision, context } = await read(signal);
    return revision > revisionIn(answer) ? wanted : restorableState(context);
  }

  return {
    id: ID,
    detect: (signal) => identifyPage(client, ID, signal),
    async getContext(signal) {
      lastReading = await read(signal);
      return lastReading.context;
    },
    // The caller passes only contexts that getContext returned.
    stateOf: (context) => restorableState(context as unknown as ModelFilterContext),
    async applyState(state, signal) {
      const answer = await change('apply-state', { state, ifRevision: null }, signal);
      if (!answer.ok) throw stateRefused(say('model-filter.error.stateRefused'), detailsOf(answer));
      return stateTaken(state, answer.result, signal);
    },
    query: async (_tool, args, signal) =>
      isAction(READING_ACTIONS, args) ? resultOf(await send(args as PageOperation, null, signal)) : WRONG_WAY,
    isGuarded: ({ from }) => from !== null,
    async execute(_tool, args, signal, assertExpected) {
      if (args.operation !== 'apply' && !isAction(CHANGING_ACTIONS, args)) {
        return { result: WRONG_WAY, state: null };
      }
      const operation = args as PageOperation;
      const answer = await sendFrom(operation, signal, assertExpected);
      if (operation.operation === 'act' || !answer?.ok) {
        return { result: resultOf(answer), state: restorableState((await read(signal)).context) };
      }
      const state = await stateTaken(operation.to, answer.result, signal);
      return { result: resultOf(isSameJson(state, operation.to) ? answer : NOT_TAKEN), state };
    },
    subscribe: (onChange, signal) => subscribeToPage(client, onChange, signal),
    show: async (name, signal) =>
      (await client.request('show', { name }, { timeoutMs: READ_TIMEOUT_MS, signal })).ok,
  };
}

/** Time limit of reads and of showing a thing, which the page answers from memory. */
const READ_TIMEOUT_MS = 10_000;
/** Time limit of changes. Longer than the time limit of any tool, which aborts the signal first. */
const CHANGE_TIMEOUT_MS = 600_000;
/** Most attempts to change a page whose revision changes while its restorable state stays the same. */
const MAX_ATTEMPTS = 3;

/** True if an operation runs one of these actions; false for a malformed operation. */
function isAction(names: readonly string[], { operation, name }: JsonObject): boolean {
  return operation === 'act' && typeof name === 'string' && names.includes(name);
}

/**
 * The result of an operation from the page's answer; null if the page was in another state. The message must be
 * readable for the model, because after a restart the background reports this result unchanged.
 */
function resultOf(answer: PageAnswer | null): ToolResult {
  if (answer === null) {
    const message = 'The page was changed in the meantime, so nothing was done.';
    return { success: false, message, error_code: 'page_changed' };
  }
  if (answer.ok) {
    const message = 'The page did it. Read its state for the result.';
    return { success: true, message, data: { result: resultIn(answer.result) } };
  }
  const { code, message } = answer;
  return { success: false, message, error_code: 'page_refused', data: { code } };
}

/** The failure when the page accepts a change but shows another state. */
const NOT_TAKEN: PageAnswer = {
  ok: false,
  code: 'not-applied',
  message: 'The page accepted the change but shows another state.',
};

/** The revision in an answer; infinity if it has none, so that no revision counts as later. */
function revisionIn(answer: unknown): number {
  return isJsonObject(answer) && typeof answer.revision === 'number'
    ? answer.revision
    : Number.POSITIVE_INFINITY;
}

/** The action's own result in an answer; null if it has none. */
function resultIn(answer: unknown): Json {
  return isJsonObject(answer) ? (answer.result ?? null) : null;
}

/** The page's own error, for the details of Steward's. */
function detailsOf({ code, message }: { code: string; message: string }) {
  return { details: `${code}: ${message}` };
}

interface ModelFilterReading {
  revision: number;
  context: ModelFilterContext;
}

type Fits = (value: unknown) => boolean;

const isText: Fits = (value) => typeof value === 'string';
const isTextList: Fits = (value) => Array.isArray(value) && value.every(isText);
const isRuleSet: Fits = (value) =>
  isJsonObject(value) && isTextList(value.ignore) && isTextList(value.whitelist);

/** Type checks of the fields that the content script computes with. */
const FIELDS: Readonly<Record<keyof ModelFilterState, Fits>> = {
  provider: isText,
  drafts: (value) => isJsonObject(value) && Object.values(value).every(isRuleSet),
  search: isText,
};

/**
 * Parses the result of `get-state` as far as {@link FIELDS}; the background parses the whole state. A schema library is too
 * large for a content script. Throws `page-protocol` with the name of an invalid field.
 */
export function readPageState(result: unknown): ModelFilterReading {
  const { revision, state } = isJsonObject(result) ? result : {};
  if (!isJsonObject(state)) throw misfit('state');
  if (!Number.isSafeInteger(revision)) throw misfit('revision');
  for (const [name, fits] of Object.entries(FIELDS)) if (!fits(state[name])) throw misfit(name);
  return { revision: revision as number, context: state as ModelFilterContext };
}

function misfit(place: string): StewardError {
  return brokenProtocol(say('model-filter.error.otherState'), `Doesn’t fit: ${place}`);
}
