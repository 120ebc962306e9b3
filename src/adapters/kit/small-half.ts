import type { ComputedCall, ComputedChange } from '@/src/core/adapter/adapter-definition';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { hasCode, isStewardError, type StewardError } from '@/src/core/errors';
import { canonicalJson, isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { changeFailed, factsOf } from './change-errors';
import { without } from './without';
import { WRONG_WAY } from './wrong-way';

/** Functions of a small adapter that read and change the page's state. */
export interface SmallState<Context extends Json, State extends Json> {
  /** Id of the definition. */
  readonly id: string;
  /** Reads the page's whole state. Rejects with a StewardError if a part of it is missing or still loading. */
  read(signal: AbortSignal): Promise<Context>;
  /** As in the definition. */
  restorableState(context: Context): State;
  /**
   * Changes the page to `state`, whatever it shows, and resolves once every step has taken effect. May reject between
   * two steps: the page is then changed back. `from` is the state that was read before; on a page that others change
   * concurrently, change only what differs between the two.
   */
  write(state: State, signal: AbortSignal, from: State): Promise<void>;
  /**
   * True for an error of `write` after which its step may still take effect, such as a request without an answer.
   * Missing if a failed step never takes effect later, e.g. a step within the page.
   */
  isOpen?(error: StewardError): boolean;
  /**
   * Runs a commit tool, such as saving. Rejects with `state-refused` if the page refuses. Missing if the adapter has no
   * commit tool.
   */
  commit?(tool: string, args: JsonObject, signal: AbortSignal): Promise<void>;
  /** As in the definition. */
  computeCall(context: Context, tool: string, args: JsonObject): ComputedCall<Context>;
  /**
   * A sentence about further effects of the change from `from` to `to`, for its result. Missing if the state shows all
   * effects.
   */
  effect?(from: State, to: State, signal: AbortSignal): Promise<string>;
}

/**
 * Creates the state half of a small adapter. Its changes are all or nothing, and each is verified by reading the page.
 * `commits` contains the names of the commit tools.
 */
export function createSmallHalf<Context extends Json, State extends Json>(
  page: SmallState<Context, State>,
  commits: readonly string[],
): StateHalf {
  const stateNow = async (signal: AbortSignal) => page.restorableState(await page.read(signal));

  /**
   * Changes the page to `wanted`, or back to `before` after a failure. Resolves with the state that the page then
   * shows.
   */
  async function change(before: State, wanted: State, signal: AbortSignal): Promise<State> {
    await page.write(wanted, signal, before).catch(async (cause: unknown) => {
      throw await changedBack(before, wanted, cause);
    });
    return stateNow(signal);
  }

  /** Restores `before` after a step failed. Ignores the signal of the change, which may have aborted it. */
  async function changedBack(before: State, wanted: State, cause: unknown): Promise<StewardError> {
    const { signal } = new AbortController();
    const isRestored = await page.write(before, signal, wanted).then(
      async () => holdsChange(await stateNow(signal), wanted, before),
      // The error below reports this failure, with the first failure as its cause.
      () => false,
    );
    const isOpen = isStewardError(cause) && page.isOpen?.(cause) === true;
    return changeFailed(isRestored, isOpen, cause);
  }

  async function succeeded(
    { message, data }: Pick<ComputedChange<Context>, 'message' | 'data'>,
    from: State,
    to: State,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const effect = await page.effect?.(from, to, signal);
    return {
      success: true,
      message: effect === undefined ? message : `${message} ${effect}`,
      ...(data === undefined ? {} : { data }),
    };
  }

  return {
    id: page.id,
    getContext: (signal) => page.read(signal),
    // The caller passes only contexts that getContext returned, and states that the background has parsed.
    stateOf: (context) => page.restorableState(context as Context),
    applyState: async (state, signal) => change(await stateNow(signal), state as State, signal),
    async query(tool, args, signal) {
      const computed = page.computeCall(await page.read(signal), tool, args);
      return 'success' in computed ? computed : WRONG_WAY;
    },
    async execute(tool, args, signal) {
      const context = await page.read(signal);
      const computed = page.computeCall(context, tool, args);
      if ('success' in computed) return { result: computed, state: null };
      const before = page.restorableState(context);
      const after = page.restorableState(computed.after);
      const done = commits.includes(tool) ? page.commit?.(tool, args, signal) : change(before, after, signal);
      const failed = await Promise.resolve(done).then(() => null, failureOf);
      const state = await stateNow(signal);
      if (failed !== null) return { result: failed, state };
      if (!holdsChange(state, before, after)) return { result: NOT_TAKEN, state };
      return { result: await succeeded(computed, before, after, signal), state };
    },
  };
}

const NOT_TAKEN = failure('not_applied', 'The page did not show the change afterwards.');

/** The result of a change that the page refused. Rethrows any other error, after which the outcome is uncertain. */
function failureOf(error: unknown): ToolResult {
  if (!hasCode(error, 'state-refused')) throw error;
  return failure('page_refused', `The page refused the change. ${factsOf(error)}`);
}

/**
 * True if `now` contains every change from `before` to `after`. Values that are equal in both may differ in `now`: on a
 * page that others change concurrently, that difference is theirs. Lists are compared as sets, unless only their order
 * changes.
 */
export function holdsChange(now: Json, before: Json, after: Json): boolean {
  if (isSameJson(before, after) || isSameJson(now, after)) return true;
  if (Array.isArray(now) && Array.isArray(before) && Array.isArray(after)) {
    return holdsItems(now.map(canonicalJson), before.map(canonicalJson), after.map(canonicalJson));
  }
  if (!isJsonObject(now) || !isJsonObject(before) || !isJsonObject(after)) return false;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) =>
    holdsChange(memberOf(now, name), memberOf(before, name), memberOf(after, name)),
  );
}

function holdsItems(now: string[], before: string[], after: string[]): boolean {
  const added = without(after, before);
  const removed = without(before, after);
  const isReordered = added.length === 0 && removed.length === 0;
  return !isReordered && without(added, now).length === 0 && without(removed, now).length === removed.length;
}
