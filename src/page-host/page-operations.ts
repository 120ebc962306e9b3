import type { StateHalf } from '@/src/core/adapter/page-half';
import { StewardError, textError, toStewardError } from '@/src/core/errors';
import { canonicalJson, isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import type { ExpectedPage } from '@/src/core/records/write-token';
import { pageSilent, stateRefused, toolSilent } from '@/src/core/shared-errors';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';

export type RequestOf<Type extends PageRequest['type']> = Extract<PageRequest, { type: Type }>;

interface Reading {
  look: PageLook;
  context: Json;
  /** The context's restorable part. */
  state: Json;
  stateHash: string;
}

/** Never aborts: for work without a time limit, which lives as long as the document or the background. */
export const LIFETIME = new AbortController().signal;

/**
 * The host's operations on a state half. A change runs only in the expected document, and only if it was just read in the expected
 * state or the page itself guards its state.
 *
 * `nextLook` returns the number of a new reading, `shownDocument` the name of the current document: it changes when the
 * browser restores the page from the back/forward cache, also during a reading. All promises reject with a StewardError only.
 */
export function createPageOperations(
  hash: (state: Json) => string,
  nextLook: () => PageLook,
  shownDocument: () => string,
) {
  const pages = createReader(hash, nextLook, shownDocument);
  const { read } = pages;

  return {
    async readContext(half: StateHalf): Promise<PageAnswers['get-context']> {
      const { context, stateHash, look } = await read(half);
      return { context, stateHash, ...look };
    },

    /** Runs a read-only tool. A timeout is a result, not an error, since the model can react to it. */
    async query(half: StateHalf, { tool, args, timeoutMs }: RequestOf<'query'>): Promise<ExecutionOutcome> {
      const { stateHash: stateHashBefore } = await read(half);
      const result = await withTimeout(
        timeoutMs,
        (signal) => half.query(tool, args, signal),
        () => queryTimedOut(tool, timeoutMs),
      );
      const after = await read(half);
      return { result, stateHashBefore, stateHashAfter: after.stateHash, ...after.look };
    },

    /**
     * Runs a tool if the page is the expected one. Rejects with `timeout`; the tool may still take effect then.
     * `withdrawn` aborts once the background no longer waits.
     */
    async execute(
      half: StateHalf,
      { tool, args, timeoutMs, expected }: RequestOf<'execute'>,
      withdrawn: AbortSignal,
      report: (progress: ChangeProgress) => void,
    ): Promise<ExecutionOutcome> {
      const before = await pages
        .readExpected(half, expected, half.isGuarded?.(args) === true)
        .catch((error: unknown) => {
          throw notBegun(error);
        });
      const { result, state } = await withTimeout(
        timeoutMs,
        (signal) =>
          half.execute(
            tool,
            args,
            half.stopsWhenWithdrawn === true ? AbortSignal.any([signal, withdrawn]) : signal,
            (state) => pages.assertExpected(expected, hash(state)),
            report,
          ),
        () => {
          // An error rather than a result: the page has to be read again to determine the outcome.
          throw toolSilent(tool, timeoutMs);
        },
      );
      const { stateHash: stateHashBefore } = before;
      if (state === null) return { result, stateHashBefore, stateHashAfter: stateHashBefore, ...before.look };
      return { result, stateHashBefore, stateHashAfter: hash(state), ...nextLook() };
    },

    /**
     * Applies a state to the page, or restores the state before. Changes made by others meanwhile are never overwritten:
     * after these, or if the state before can't be restored, the page may be left changed, and the error says so. The
     * outcome has the shape of a tool's, so that it can be queried like any other execution.
     */
    async applyState(
      half: StateHalf,
      { state, timeoutMs, expected }: RequestOf<'apply-state'>,
      report: (progress: ChangeProgress) => void,
    ): Promise<ExecutionOutcome> {
      const before = await pages.readExpected(half, expected, false);
      const { stateHash: stateHashBefore } = before;
      const taken = await withTimeout(
        timeoutMs,
        (signal) => half.applyState(state, signal, report),
        () => {
          throw pageSilent(timeoutMs, null);
        },
      );
      const stateHashAfter = hash(taken);
      if (stateHashAfter !== hash(state)) throw await afterPartialWrite(half, before, taken, state, hash);
      const result = { success: true, message: 'The page is in the earlier state.' };
      return { result, stateHashBefore, stateHashAfter, ...nextLook() };
    },
  };
}

/** Creates the reader of pages, which keeps the newest reading. */
function createReader(hash: (state: Json) => string, nextLook: () => PageLook, shownDocument: () => string) {
  /** The newest reading since the last change. */
  let last: Reading | null = null;

  /**
   * Reads the page once, so that context and state are consistent. The reading is numbered at the request, since a late
   * answer may be older than a change made before it arrived.
   */
  async function read(half: StateHalf): Promise<Reading> {
    const look = nextLook();
    const context = await half.getContext(LIFETIME);
    const state = half.stateOf(context);
    last = { look, context, state, stateHash: hash(state) };
    return last;
  }

  /**
   * The page before a change. Reuses the last reading if the page itself guards its state and the reading has the expected state; otherwise
   * reads the page. Rejects with `page-changed` if document or state isn't the expected one.
   */
  async function readExpected(half: StateHalf, expected: ExpectedPage, isGuarded: boolean): Promise<Reading> {
    const before = isGuarded && last?.stateHash === expected.stateHash ? last : await read(half);
    last = null;
    assertExpected(expected, before.stateHash);
    return before;
  }

  function assertExpected(expected: ExpectedPage, stateHash: string): void {
    const isExpected = shownDocument() === expected.document && stateHash === expected.stateHash;
    if (isExpected) return;
    throw textError('page-changed', 'error.pageHost.changed', { remedy: 'remedy.lookThenRetry' });
  }

  return { read, readExpected, assertExpected };
}

/** Restores the state before a write of `wanted` that left the page in the state `taken`. Resolves with the error that says how the page was left. */
async function afterPartialWrite(
  half: StateHalf,
  before: Reading,
  taken: Json,
  wanted: Json,
  hash: (state: Json) => string,
): Promise<StewardError> {
  // Another change may have happened after the state was applied; it must not be overwritten.
  if (!isPartialWrite(taken, before.state, wanted)) {
    return stateRefused(say('error.pageHost.changesOfOthers'), {});
  }
  try {
    const isRestored = hash(await half.applyState(before.state, LIFETIME)) === before.stateHash;
    return stateRefused(say(isRestored ? 'error.pageHost.partRestored' : 'error.pageHost.partLeft'), {});
  } catch (cause) {
    return stateRefused(say('error.pageHost.partLeft'), { cause });
  }
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs`. If the work hasn't ended by then, resolves to the value that
 * `onTimeout` returns, or rejects with what it throws.
 */
async function withTimeout<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  onTimeout: () => Value,
): Promise<Value> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      // Resolve before the abort, which may reject the work at once and win the race.
      resolve(null);
      controller.abort();
    }, timeoutMs);
  });
  try {
    const ended = await Promise.race([timeout, work(controller.signal).then((value) => ({ value }))]);
    return ended === null ? onTimeout() : ended.value;
  } finally {
    clearTimeout(timer);
  }
}

/** Converts an error before a change to one which states that the change certainly wasn't made. */
function notBegun(cause: unknown): StewardError {
  const { code, said, remedy, details } = toStewardError(cause);
  return new StewardError(code === 'page-changed' ? code : 'aborted', said, { remedy, details, cause });
}

function queryTimedOut(tool: string, timeoutMs: number): ToolResult {
  return {
    success: false,
    message: `${tool} did not finish within ${timeoutMs / 1_000} s. Try again, or look at the page.`,
    error_code: 'timeout',
  };
}

/**
 * True if a state consists only of parts of two other states and contains everything that they have in common. Then a
 * partial write from one to the other explains it, and restoring it reverts no other change.
 */
function isPartialWrite(state: Json, one: Json, other: Json): boolean {
  if (isSameJson(state, one) || isSameJson(state, other)) return true;
  if (Array.isArray(state) && Array.isArray(one) && Array.isArray(other)) {
    return areItemsOf(state, one, other);
  }
  if (!isJsonObject(state) || !isJsonObject(one) || !isJsonObject(other)) return false;
  const names = new Set([state, one, other].flatMap((object) => Object.keys(object)));
  return [...names].every((name) =>
    isPartialWrite(memberOf(state, name), memberOf(one, name), memberOf(other, name)),
  );
}

/**
 * True if the items come from the two lists, contain all that both lists have, and keep the order of each. Items in
 * another order were moved by another change.
 */
function areItemsOf(state: Json[], one: Json[], other: Json[]): boolean {
  const texts = state.map(canonicalJson);
  const ones = one.map(canonicalJson);
  const others = other.map(canonicalJson);
  const [items, inOne, inOther] = [new Set(texts), new Set(ones), new Set(others)];
  const isFromLists = texts.every((item) => inOne.has(item) || inOther.has(item));
  const hasCommon = ones.every((item) => !inOther.has(item) || items.has(item));
  return isFromLists && hasCommon && isInOrder(texts, ones) && isInOrder(texts, others);
}

function isInOrder(items: readonly string[], list: readonly string[]): boolean {
  const [inItems, inList] = [new Set(items), new Set(list)];
  return isSameJson(
    items.filter((item) => inList.has(item)),
    list.filter((item) => inItems.has(item)),
  );
}
