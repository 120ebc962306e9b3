import type { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { HalfChange, StateHalf } from '@/src/core/adapter/page-half';
import type { StewardError } from '@/src/core/errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { EntryChange } from '../entries/entries';
import { type ChangedEntries, changeEntries, NEVER, resultOf, throwIfRefused } from '../entries/entries-half';
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
  readonly stepSchema: z.ZodType<RuleStep<List, OwnRules>>;
  context(signal: AbortSignal): Promise<Json>;
  /** Reads all lists. */
  state(signal: AbortSignal): Promise<State>;
  /** Reads the rules of one list. Missing if the server has a request for all lists only. */
  rules?(list: List, signal: AbortSignal): Promise<OwnRules>;
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
 * lists. Its entries are the lists: a change of several is all or nothing.
 */
export function createRuleListHalf<
  Context extends Json,
  List extends Json,
  OwnRules extends Rules,
  State extends Json,
>(adapter: AdapterDefinition<Context, State>, store: RuleStore<List, OwnRules, State>): StateHalf {
  return {
    id: adapter.id,
    getContext: store.context,
    // The caller passes only contexts that this half returned.
    stateOf: (context) => adapter.restorableState(context as Context),
    query: async () => WRONG_WAY,
    async applyState(state, signal, report) {
      const start = await store.state(signal);
      // The background has parsed the state by this adapter's schema.
      const wanted = state as State;
      const steps = store.differing(start, wanted).map((list) => {
        return { list, before: store.rulesIn(start, list), after: store.rulesIn(wanted, list) };
      });
      for (const step of steps) {
        const problem = store.problem(step);
        if (problem !== null) throw problem;
      }
      const entries = steps.map((step) => entryOf(store, step));
      throwIfRefused(NOUN, entries, await changeEntries(entriesIn(store, steps), entries, signal, report));
      return store.state(signal);
    },
    async execute(_tool, args, signal): Promise<HalfChange> {
      const step = store.stepSchema.safeParse(args).data;
      if (step === undefined) return { result: WRONG_WAY, state: null };
      // Start watching before the rules are compared: it can take seconds, in which somebody else may change the rules.
      const effect = await store.watch(signal);
      const entries = [entryOf(store, step)];
      const outcome = await changeEntries(entriesIn(store, [step]), entries, signal, undefined);
      const result = resultOf(NOUN, entries, outcome);
      if (outcome.begun.length === 0) return { result, state: null };
      const state = await store.state(signal);
      return { result: result.success ? { ...result, ...(await effect()) } : result, state };
    },
  };
}

const NOUN = 'List';

/**
 * Presents the lists of these steps as entries whose members are the kinds of rules. A change of a list is never broken
 * off.
 */
function entriesIn<List extends Json, OwnRules extends Rules, State extends Json>(
  store: RuleStore<List, OwnRules, State>,
  steps: readonly RuleStep<List, OwnRules>[],
): ChangedEntries {
  const lists = new Map(steps.map(({ list }) => [store.nameOf(list), list]));
  /** The rules of each list as they were last read, which a write starts from. */
  const last = new Map<string, OwnRules>();
  const listOf = (name: string) => lists.get(name) as List; // Called only for lists of the steps.
  return {
    async stateNow() {
      const state = await store.state(NEVER);
      return Object.fromEntries(
        [...lists].map(([name, list]) => [name, membersOfRules(store.rulesIn(state, list))]),
      );
    },
    async entry(name) {
      const list = listOf(name);
      const rules = await (store.rules?.(list, NEVER) ??
        store.state(NEVER).then((state) => store.rulesIn(state, list)));
      last.set(name, rules);
      return membersOfRules(rules);
    },
    async write(name, members) {
      const before = last.get(name) as OwnRules; // An entry is read right before it is written.
      const after = { ...membersOfRules(before), ...members };
      await store.write({ list: listOf(name), before, after: rulesOfMembers(after) as OwnRules }, NEVER);
    },
  };
}

function entryOf<List extends Json, OwnRules extends Rules>(
  store: { nameOf(list: List): string },
  { list, before, after }: RuleStep<List, OwnRules>,
): EntryChange {
  return { key: store.nameOf(list), before: membersOfRules(before), after: membersOfRules(after) };
}

/** The member of a list that has only one kind of rules. */
const ONLY = 'rules';

function membersOfRules(rules: Rules): JsonObject {
  return Array.isArray(rules) ? { [ONLY]: rules } : rules;
}

function rulesOfMembers(members: JsonObject): Json {
  return ONLY in members ? (members[ONLY] ?? null) : members; // Just checked.
}
