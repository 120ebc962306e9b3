import type { ComputedCall } from '@/src/core/adapter/adapter-definition';
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
   * Makes the server serve what was just written, and reads what it serves then: the end of the message of the change from `from` to
   * `to`, and data of its result. Called after every write, also after one that restores a state. Missing if the page's state is all
   * that there is.
   */
  serve?(from: State, to: State, signal: AbortSignal): Promise<ServedChange>;
}

/** The effect of a change as its server serves it. */
export type ServedChange = Required<Pick<ToolResult, 'message' | 'data'>>;

/**
 * Creates the state half of a small adapter. Its changes are all or nothing, and each is verified by reading the page.
 * `commits` contains the names of the commit tools.
 */
export function createSmallHalf<Context extends Json, State extends Json>(
  page: SmallState<Context, State>,
  commits: readonly string[],
): StateHalf {
  const stateNow = async (signal: AbortSignal) => page.restorableState(await page.read(signal));

  /** The only code that writes, so that neither a change nor a way back leaves the server serving what it had before. */
  async function put(from: State, to: State, signal: AbortSignal): Promise<ServedChange | undefined> {
    let served: ServedChange | undefined;
    try {
      await page.write(to, signal, from);
    } finally {
      // A write that failed may have changed a part.
      served = await page.serve?.(from, to, signal);
    }
    return served;
  }

  /** Changes the page to `wanted`, or back to `before` after a failure. */
  const change = (before: State, wanted: State, signal: AbortSignal) =>
    put(before, wanted, signal).catch(async (cause: unknown) => {
      throw await changedBack(before, wanted, cause);
    });

  /** Restores `before` after a step failed. Ignores the signal of the change, which may have aborted it. */
  async function changedBack(before: State, wanted: State, cause: unknown): Promise<StewardError> {
    const { signal } = new AbortController();
    const isRestored = await put(wanted, before, signal).then(
      async () => holdsChange(await stateNow(signal), wanted, before),
      // The error below reports this failure, with the first failure as its cause.
      () => false,
    );
    const isOpen = isStewardError(cause) && page.isOpen?.(cause) === true;
    return changeFailed(isRestored, isOpen, cause);
  }

  return {
    id: page.id,
    getContext: (signal) => page.read(signal),
    // The caller passes only contexts that getContext returned, and states that the background has parsed.
    stateOf: (context) => page.restorableState(context as Context),
    async applyState(state, signal) {
      await change(await stateNow(signal), state as State, signal);
      return stateNow(signal);
    },
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
      const [failed, served] = await Promise.resolve(done).then(
        (made) => [null, made ?? NOTHING_SERVED] as const,
        (error: unknown) => [failureOf(error), NOTHING_SERVED] as const,
      );
      const state = await stateNow(signal);
      if (failed !== null) return { result: failed, state };
      if (!holdsChange(state, before, after)) return { result: NOT_TAKEN, state };
      const data = { ...computed.data, ...served.data };
      const result: ToolResult = {
        success: true,
        message: `${computed.message} ${served.message}`.trim(),
        ...(computed.forUser === undefined ? {} : { forUser: computed.forUser }),
        ...(Object.keys(data).length === 0 ? {} : { data }),
      };
      return { result, state };
    },
  };
}

/** The served part of a change of a page whose state is all that there is. */
const NOTHING_SERVED: ServedChange = { message: '', data: {} };

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
