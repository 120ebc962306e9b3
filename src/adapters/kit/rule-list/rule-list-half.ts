import type { z } from 'zod';
import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import { errorWords, StewardError, toStewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { stateRefused } from '@/src/core/shared-errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { isUnanswered, refusalOf } from '../service-errors';
import { listed } from '../tool-results';
import { WRONG_WAY } from '../wrong-way';

/** The rules of one list, or of several lists that the server replaces together. */
type Rules = string[] | { [kind: string]: string[] };

/** The single changing step of a call: replaces the rules of a list if they still equal `before`. */
export type RuleStep<List extends Json, OwnRules extends Rules> = {
  list: List;
  before: OwnRules;
  after: OwnRules;
};

/**
 * A server's lists of rules, each of which is read and replaced as a whole. All methods reject with a StewardError
 * only.
 */
export interface RuleStore<List extends Json, OwnRules extends Rules, State extends Json> {
  /** Id of the adapter. */
  readonly id: string;
  readonly stepSchema: z.ZodType<RuleStep<List, OwnRules>>;
  context(signal: AbortSignal): Promise<Json>;
  /** The restorable state of a context. */
  stateOf(context: Json): State;
  /** Reads all lists. */
  state(signal: AbortSignal): Promise<State>;
  /** Reads the rules of one list. */
  rules(list: List, signal: AbortSignal): Promise<OwnRules>;
  /**
   * Replaces the rules of a list that was read immediately before. Rejects with `state-refused` if the server refuses.
   */
  write(step: RuleStep<List, OwnRules>, signal: AbortSignal): Promise<void>;
  rulesIn(state: State, list: List): OwnRules;
  differing(one: State, other: State): List[];
  nameOf(list: List): string;
  /** The reason why a list cannot be written; null if it can. */
  problem(step: RuleStep<List, OwnRules>): StewardError | null;
  /**
   * Called before a change. The function that it resolves with is called afterwards and reports the effect of the
   * change.
   */
  watch(signal: AbortSignal): Promise<() => Promise<Pick<ToolResult, 'message' | 'data'>>>;
}

/**
 * Creates the state half for a server with lists of rules, whose API has neither revisions nor a request for several
 * lists.
 */
export function createRuleListHalf<List extends Json, OwnRules extends Rules, State extends Json>(
  store: RuleStore<List, OwnRules, State>,
): StateHalf {
  return {
    id: store.id,
    getContext: store.context,
    stateOf: store.stateOf,
    // The background has parsed the state by this adapter's schema.
    applyState: (state, signal) => applyState(store, state as State, signal),
    query: async () => WRONG_WAY,
    async execute(_tool, args, signal) {
      const step = store.stepSchema.safeParse(args).data;
      return step === undefined ? { result: WRONG_WAY, state: null } : carryOut(store, step, signal);
    },
  };
}

/** Replaces the rules of one list and reads them back, because the server may store other rules than it received. */
async function carryOut<List extends Json, OwnRules extends Rules, State extends Json>(
  store: RuleStore<List, OwnRules, State>,
  step: RuleStep<List, OwnRules>,
  signal: AbortSignal,
): Promise<HalfChange> {
  const { list, before, after } = step;
  const name = store.nameOf(list);
  // Start watching before the rules are compared: it can take seconds, in which somebody else may change the rules.
  const effect = await store.watch(signal);
  const found = await store.rules(list, signal);
  if (!isSameJson(found, before)) {
    const message = `The rules of ${name} were changed meanwhile, so nothing was done.`;
    return { result: failed('page_changed', message, found), state: null };
  }
  const refusal = await refusalOf(store.write(step, signal));
  const state = await store.state(signal);
  const left = store.rulesIn(state, list);
  if (refusal !== null) {
    const outcome = isSameJson(left, before)
      ? 'Nothing was changed.'
      : isSameJson(left, after)
        ? 'The server has the new rules all the same.'
        : 'It took a part of them.';
    return {
      result: failed('server_refused', `${errorWords(refusal)} ${outcome}`, left),
      state,
    };
  }
  if (!isSameJson(left, after)) {
    const message = `The server confirmed the change, but has other rules for ${name} now.`;
    return { result: failed('not_applied', message, left), state };
  }
  return { result: { success: true, ...(await effect()) }, state };
}

/**
 * Changes the server's rules to `wanted`, one list after another. If a list fails or was changed meanwhile, the lists
 * changed so far are restored, and the promise rejects with `state-refused` and a message that names what could not be
 * restored; if a request was not answered, with the code of that error: the request may still be carried out.
 */
async function applyState<List extends Json, OwnRules extends Rules, State extends Json>(
  store: RuleStore<List, OwnRules, State>,
  wanted: State,
  signal: AbortSignal,
): Promise<State> {
  const start = await store.state(signal);
  const steps = store.differing(start, wanted).map((list) => {
    return { list, before: store.rulesIn(start, list), after: store.rulesIn(wanted, list) };
  });
  for (const step of steps) {
    const problem = store.problem(step);
    if (problem !== null) throw problem;
  }
  const begun: RuleStep<List, OwnRules>[] = [];
  let isSending = false;
  for (const step of steps) {
    const { list, before, after } = step;
    try {
      if (!isSameJson(await store.rules(list, signal), before)) {
        throw stateRefused(say('kit.ruleList.changed', { list: store.nameOf(list) }), {});
      }
      begun.push(step);
      isSending = true;
      await store.write(step, signal);
      isSending = false;
      if (!isSameJson(await store.rules(list, signal), after)) {
        throw stateRefused(say('kit.ruleList.otherRules', { list: store.nameOf(list) }), {});
      }
    } catch (cause) {
      throw failedChange(cause, isSending && isUnanswered(cause), await notRestored(store, begun));
    }
  }
  return store.state(signal);
}

/**
 * Restores the changed lists, unless somebody else has changed them since. Resolves with those that could not be restored,
 * with the reasons.
 */
async function notRestored<List extends Json, OwnRules extends Rules, State extends Json>(
  store: RuleStore<List, OwnRules, State>,
  begun: readonly RuleStep<List, OwnRules>[],
): Promise<Unrestored[]> {
  // The signal of the change may have aborted already.
  const { signal } = new AbortController();
  const left: Unrestored[] = [];
  for (const { list, before, after } of [...begun].reverse()) {
    const leave = (why: string) => left.push({ name: store.nameOf(list), why });
    try {
      const now = await store.rules(list, signal);
      if (isSameJson(now, before)) continue;
      if (!isBetween(now, before, after)) {
        leave('changed meanwhile.');
        continue;
      }
      await store.write({ list, before: now, after: before }, signal);
      if (!isSameJson(await store.rules(list, signal), before)) leave('the server has other rules.');
    } catch (error) {
      leave(errorWords(error));
    }
  }
  return left;
}

/** A list that could not be restored. */
interface Unrestored {
  name: string;
  why: string;
}

/**
 * The error of a change of several lists, after an attempt to undo it. `isOpen`: a request of the change was not answered. The
 * error then keeps its code, since the request may still be carried out.
 */
function failedChange(cause: unknown, isOpen: boolean, left: readonly Unrestored[]): StewardError {
  return new StewardError(
    isOpen ? toStewardError(cause).code : 'state-refused',
    left.length === 0
      ? say('kit.ruleList.failed')
      : say('kit.ruleList.failedPartly', { lists: left.map(({ name }) => name) }),
    {
      remedy: say(isOpen ? 'kit.ruleList.openRemedy' : 'remedy.lookFirst'),
      details: [errorWords(cause), ...left.map(({ name, why }) => `${name}: ${why}`)].join(' '),
      cause,
    },
  );
}

/** True if each list equals its rules before or after: a server may write one list after another. */
function isBetween(now: Rules, before: Rules, after: Rules): boolean {
  if (isSameJson(now, after) || isSameJson(now, before)) return true;
  if (Array.isArray(now) || Array.isArray(before) || Array.isArray(after)) return false;
  // All three values have the same kinds.
  return Object.entries(now).every(([kind, rules]) =>
    isBetween(rules, before[kind] ?? [], after[kind] ?? []),
  );
}

function failed(code: string, message: string, now: Rules): ToolResult {
  return { success: false, message, data: shown(now), error_code: code };
}

function shown(rules: Rules): JsonObject {
  return Array.isArray(rules)
    ? listed('rules_now', rules)
    : { rules_now: Object.assign({}, ...Object.entries(rules).map(([kind, texts]) => listed(kind, texts))) };
}
