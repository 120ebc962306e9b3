import { z } from 'zod';
import { memberOf } from '@/src/core/json-values';
import { english } from '@/src/core/text/english';
import type { StateDifference } from '@/src/schema/change';
import { mapSchema } from '@/src/schema/map-schema';
import type { InForce } from '@/src/schema/values/in-force';
import { say } from '@/src/schema/values/said';
import { memberNames } from '../kit/member-names';
import { decisionBudget } from '../kit/rules/decision-budget';
import { ruleDecisions } from '../kit/rules/rule-decisions';
import { MAX_LIST_RULES, type RuleLists, ruleDifferences } from '../kit/rules/rule-lists';
import { countRuleUse } from '../kit/rules/rule-use';
import { mapInSteps, rememberedWork, type Steps } from '../kit/slices';
import { starMatcher } from '../kit/star-pattern';
import type { StepBudget } from '../kit/step-budget';
import { servedAsChanged } from '../kit/tool-results';

/** Longest name of a model, provider, channel or alias, in UTF-16 units. */
export const MAX_PROXY_NAME_LENGTH = 500;
/** Most models of one catalogue, and most aliases of one channel. */
const MAX_CATALOGUE_MODELS = 20_000;
/** Most API keys in the configuration. */
const MAX_KEY_ENTRIES = 1_000;

const name = z.string().max(MAX_PROXY_NAME_LENGTH);
const rules = z.array(name.min(1)).min(1).max(MAX_LIST_RULES);
const lists = mapSchema(name, rules);
const models = z.array(name).max(MAX_CATALOGUE_MODELS);

/** Rules by list name. Names come from outside, so look them up as own properties only. */
export type RulesByList = z.output<typeof lists>;

const keyEntry = z.strictObject({
  /**
   * Channel and fingerprint of the key, e.g. "gemini-api-key:1a2b3c4d", independent of the entry's position in its
   * list. For a provider, the channel and its name, e.g. "openai-compatibility:openrouter".
   */
  id: name,
  /** Name of the configuration's list, e.g. "gemini-api-key". */
  channel: name,
  /** Position in that list, from 0. */
  index: z.int().nonnegative(),
  /** Host of the entry's own base URL; null if the entry uses the provider's. */
  host: name.nullable(),
  /**
   * Prefix that clients can or must put, with a slash, before the names of the entry's models; null if there is none.
   */
  prefix: name.nullable(),
  /**
   * False if no request can name just this entry, so its rules can be read but not changed: it has no API key, or one that another
   * entry has.
   */
  isAddressable: z.boolean(),
  /** Aliases of the models that the entry itself declares; null if it serves the channel's whole catalogue. */
  models: models.nullable(),
});

/** An API key in the proxy's configuration, or an OpenAI-compatible provider. No context contains the key itself. */
export type KeyEntry = z.output<typeof keyEntry>;

const clientAlias = z.strictObject({ name, alias: name });

/**
 * Another name of a model: an alias for clients, or the upstream name of a key's own model. `name` is the id that rules
 * are compared with, `alias` the other name.
 */
export type ClientAlias = z.output<typeof clientAlias>;

/** Schema of the restorable state. */
export const stateSchema = z.strictObject({ providers: lists, keys: lists });

/** The restorable state: the exclusion rules of OAuth providers and of API keys. Lists without rules are omitted. */
export type CliProxyState = z.output<typeof stateSchema>;

/** Schema of the whole context, as the state half reports it. */
export const contextSchema = stateSchema.extend({
  entries: z.array(keyEntry).max(MAX_KEY_ENTRIES),
  /** By OAuth channel, or by the id of an entry. */
  aliases: mapSchema(name, z.array(clientAlias).max(MAX_CATALOGUE_MODELS)),
  /** The models of each channel before exclusion. */
  catalogues: mapSchema(name, models),
  /** The ids that the accounts of each OAuth provider serve now, by any name; null if unknown. */
  accounts: mapSchema(name, models).nullable(),
});

/** The exclusions of a CLIProxyAPI server, with the data that determines their effect. */
export type CliProxyContext = z.output<typeof contextSchema>;

export function restorableState({ providers, keys }: CliProxyState): CliProxyState {
  return { providers, keys };
}

/** Identifies a list of exclusion rules: of an OAuth provider by its name, or of an API key by its entry's id. */
export type ExclusionList = { kind: (typeof KINDS)[number]; id: string };

const KINDS = ['provider', 'key'] as const;

/** The part of a state that has the lists of a kind. */
const PARTS = { provider: 'providers', key: 'keys' } as const;

/** Catalogue that applies to each list of API keys in the configuration. */
export const KEY_CHANNELS: Readonly<Record<string, string>> = {
  'gemini-api-key': 'gemini',
  'interactions-api-key': 'gemini-interactions',
  'claude-api-key': 'claude',
  'codex-api-key': 'codex',
  'xai-api-key': 'xai',
  'vertex-api-key': 'vertex',
};

/**
 * Name of the configuration's list of OpenAI-compatible providers. They have no rules: clients get exactly the models
 * that a provider itself lists.
 */
export const COMPATIBLE = 'openai-compatibility';

/** Channels that have a catalogue. */
export const CATALOGUE_CHANNELS = [
  ...['claude', 'gemini', 'gemini-interactions', 'vertex', 'aistudio'],
  ...['codex', 'kimi', 'antigravity', 'xai'],
] as const;

/** Channels with OAuth accounts, to which the lists of providers apply. */
const OAUTH_CHANNELS = ['claude', 'vertex', 'aistudio', 'codex', 'kimi', 'antigravity', 'xai'];

/** OAuth channels of other versions of the server. The page lists them only if they have rules or aliases. */
const OTHER_OAUTH_CHANNELS = ['gemini-cli', 'qwen', 'iflow'];

/** As a rule of a key, this pattern switches the key off. */
export const ALL_MODELS = '*';

/** Lists the rules of a state: those of providers, then those of keys. */
export const exclusionLists: RuleLists<CliProxyState, ExclusionList> = {
  isOrdered: false,
  listsIn: (...states) =>
    KINDS.flatMap((kind) =>
      memberNames(...states.map((state) => state[PARTS[kind]])).map((id) => ({ kind, id })),
    ),
  rulesIn: rulesOf,
};

/** The rules of a list; empty for a list without an entry. */
export function rulesOf(state: CliProxyState, { kind, id }: ExclusionList): string[] {
  // A list without rules has no entry.
  return memberOf(state[PARTS[kind]], id) ?? [];
}

/** Every list of a context, including those without rules. */
export function allLists(context: CliProxyContext): ExclusionList[] {
  return [
    ...providersOf(context).map((id) => ({ kind: 'provider' as const, id })),
    ...context.entries.map(({ id }) => ({ kind: 'key' as const, id })),
  ];
}

/** The OAuth providers that the page lists, including other ones that have rules or aliases. */
export function providersOf({ aliases, providers }: CliProxyContext): string[] {
  // Ids of entries contain a colon, names of providers don't.
  const aliased = Object.keys(aliases).filter((name) => !name.includes(':'));
  return [...new Set([...OAUTH_CHANNELS, ...Object.keys(providers), ...aliased])].sort();
}

/** A copy of the context or state with other rules in one list; removes a list without rules. */
export function withList<State extends CliProxyState>(
  context: State,
  { kind, id }: ExclusionList,
  rules: readonly string[],
): State {
  const part = PARTS[kind];
  const others = Object.entries(context[part]).filter(([other]) => other !== id);
  // Built from entries: an assignment to `__proto__` would set the prototype.
  return {
    ...context,
    [part]: Object.fromEntries(rules.length === 0 ? others : [...others, [id, [...rules]]]),
  };
}

/** The entry that a key's list belongs to; undefined for a provider's list, and for an unknown key. */
export function entryOf({ entries }: CliProxyContext, list: ExclusionList): KeyEntry | undefined {
  return list.kind === 'key' ? entries.find(({ id }) => id === list.id) : undefined;
}

/** The models that a list can exclude; null if the catalogue is unknown. */
export function modelsOf(context: CliProxyContext, list: ExclusionList): string[] | null {
  const entry = entryOf(context, list);
  if (entry !== undefined && entry.models !== null) return entry.models;
  const channel = entry === undefined ? list.id : (KEY_CHANNELS[entry.channel] ?? entry.channel);
  return memberOf(context.catalogues, channel);
}

/** The ids that the accounts of a list serve now; null if that isn't known. */
export function servedBy({ accounts }: CliProxyContext, { kind, id }: ExclusionList): string[] | null {
  return kind === 'key' || accounts === null ? null : (memberOf(accounts, id) ?? []); // A provider without accounts serves nothing.
}

/**
 * Sentences that explain why a list of this name can't have rules, or why Steward can't change them; null if neither is so, or if no
 * entry has this name.
 */
export function whyWithoutRules(context: CliProxyContext, { kind, id }: ExclusionList): string | null {
  const isOneOf = (names: readonly string[]) => names.map(normaliseText).includes(normaliseText(id));
  const entry = context.entries.find((each) =>
    isOneOf([each.id, each.channel, each.id.slice(each.channel.length + 1)]),
  );
  if (entry === undefined) return null;
  if (kind === 'provider' && isOneOf([...providersOf(context), ...OTHER_OAUTH_CHANNELS])) return null;
  if (entry.channel === COMPATIBLE) {
    return `${entry.id} has no rules: its own list of models decides. The user can change that list on the page.`;
  }
  if (kind === 'provider') return `${entry.id} is an API key: use exclude_models_for_key.`;
  return entry.isAddressable ? null : english(say('cli-proxy-api.error.sharedKey', { entry: entry.id }));
}

/** A model of a list, with the rules that exclude it. */
export interface ExcludableModel {
  /** The id that the rules of the list are compared with. */
  id: string;
  /** Its other names: aliases or the upstream name of a key's own model, and each name with the key's prefix. */
  otherNames: string[];
  list: ExclusionList;
  rules: string[];
  /**
   * False if no account of the provider serves it now, nor would without a rule. Null if that isn't known: for a key, and for a model
   * that a rule keeps from accounts.
   */
  isServed: boolean | null;
}

export function isExcluded({ rules }: ExcludableModel): boolean {
  return rules.length > 0;
}

/**
 * All models of a list, each with the rules that exclude it; a rule that is its exact name comes first. If the
 * catalogue is unknown, only models with aliases are known. Throws `too-complex` if deciding exceeds the step budget.
 */
export const decisions = ruleDecisions(exclusionLists, decideInSteps);

/** The rules of all lists, with the models that each one excludes. */
export const ruleUse = rememberedWork((context: CliProxyContext, _: null) =>
  countRuleUse(
    exclusionLists.listsIn(context).map((list) => ({
      list: list.id,
      keeps: false,
      rules: rulesOf(context, list),
      models: modelsOf(context, list),
      isOrdered: false,
      matcher: ruleMatcher,
    })),
  ),
);

/** As the decisions of one list, as a part of other work, whose lists share one budget. */
function decideInSteps(
  context: CliProxyContext,
  list: ExclusionList,
  budget: StepBudget,
): Steps<readonly ExcludableModel[]> {
  const rules = rulesOf(context, list);
  // A list can have thousands of rules, most of them exact names, and thousands of models: exact names are looked up in
  // a map.
  const names = new Map(rules.filter((rule) => !isPattern(rule)).map((rule) => [normaliseText(rule), rule]));
  const patterns = rules.filter(isPattern).map((rule) => ({ rule, matches: ruleMatcher(rule, budget) }));
  const aliases = memberOf(context.aliases, list.id) ?? []; // Most lists have no aliases.
  const aliasesOf = new Map<string, string[]>();
  for (const { name, alias } of aliases) {
    const key = normaliseText(name);
    aliasesOf.set(key, [...(aliasesOf.get(key) ?? []), alias]); // The first alias of this model.
  }
  const prefix = entryOf(context, list)?.prefix ?? null;
  const served = servedBy(context, list);
  const servedNames = namesServed(served);
  return mapInSteps(modelsOf(context, list) ?? aliases.map(({ name }) => name), (id) => {
    budget.spend(STEPS_PER_MODEL);
    const normalised = normaliseText(id);
    const exact = names.get(normalised);
    const matching = patterns.filter(({ matches }) => matches(normalised)).map(({ rule }) => rule);
    const others = [...(aliasesOf.get(normalised) ?? [])]; // Most models have no aliases.
    if (prefix !== null) others.push(...[id, ...others].map((name) => `${prefix}/${name}`));
    const excluding = exact === undefined ? matching : [exact, ...matching];
    const isUnknown = served === null || (served.length > 0 && excluding.length > 0);
    const isServed = isUnknown ? null : [id, ...others].some((name) => servedNames.has(name));
    return { id, otherNames: others, list, rules: excluding, isServed };
  });
}

/** Calls `take` with each model of the lists. All lists share one budget of steps. */
function* eachModel(
  context: CliProxyContext,
  lists: readonly ExclusionList[],
  take: (model: ExcludableModel) => void,
): Steps<void> {
  const budget = decisionBudget();
  for (const list of lists) yield* mapInSteps(yield* decideInSteps(context, list, budget), take);
}

/** The models of all lists that have this normalized name among their names. */
export const offersOf = rememberedWork(function* (
  context: CliProxyContext,
  asked: string,
): Steps<ExcludableModel[]> {
  const offers: ExcludableModel[] = [];
  yield* eachModel(context, allLists(context), (model) => {
    const names = [model.id, ...model.otherNames];
    if (names.some((name) => normaliseText(name) === asked)) offers.push(model);
  });
  return offers;
});

/**
 * The first API key that does not exclude a model, by model. A prefix may prevent the key from serving the model under
 * that name.
 */
export const keysByModel = rememberedWork(function* (
  context: CliProxyContext,
  _: null,
): Steps<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const keys = allLists(context).filter(({ kind }) => kind === 'key');
  yield* eachModel(context, keys, (model) => {
    if (!isExcluded(model) && !found.has(model.id)) found.set(model.id, model.list.id);
  });
  return found;
});

/** Compares what the accounts of providers serve with a change of rules. What the keys of the configuration serve isn't known. */
export function inForce(before: CliProxyState, now: CliProxyContext): InForce {
  const { was, is } = decisions.ofChange(now, { ...now, ...before });
  const lists = new Map(is.map(({ list }) => [list.id, list]));
  const servedIn = new Map([...lists].map(([id, list]) => [id, namesServed(servedBy(now, list))]));
  const inList = ({ list }: ExcludableModel, name: string) => `${list.id} ${name}`;
  // A model that no rule excludes may have the name of an excluded one as its alias.
  const offered = new Set(
    is.flatMap((model) => (isExcluded(model) ? [] : namesOf(model).map((name) => inList(model, name)))),
  );
  const found = { still: [] as string[], missing: [] as string[], asChanged: 0 };
  for (const [index, model] of is.entries()) {
    const [before, served] = [was[index], servedIn.get(model.list.id)];
    if (!before || !served || isExcluded(before) === isExcluded(model)) continue;
    const names = namesOf(model).filter((name) => !isExcluded(model) || !offered.has(inList(model, name)));
    // Without an account, or a name of its own, nothing can be seen.
    if (served.size === 0 || names.length === 0) continue;
    if (names.some((name) => served.has(name)) !== isExcluded(model)) found.asChanged += 1;
    else found[isExcluded(model) ? 'still' : 'missing'].push(model.id);
  }
  return servedAsChanged(found);
}

function namesOf({ id, otherNames }: ExcludableModel): string[] {
  return [id, ...otherNames];
}

/** The names under which accounts serve models: an account can put its prefix before each name. */
function namesServed(served: readonly string[] | null): Set<string> {
  return new Set(served?.flatMap((id) => [id, id.slice(id.indexOf('/') + 1)]));
}

/** Steps charged for a model in addition to those for its rules: it is normalized, and looked up under each name. */
const STEPS_PER_MODEL = 8;

function isPattern(rule: string): boolean {
  return rule.includes('*');
}

/** The list's name for use within a sentence. */
export function listLabel({ kind, id }: ExclusionList): string {
  return kind === 'provider' ? `the OAuth accounts of ${id}` : `the key ${id}`;
}

/**
 * Compiles a rule by CLIProxyAPI's algorithm: rule and id are trimmed and lower-cased, `*` matches any run of
 * characters, and the rule has to match the whole id. There is no other wildcard and no escape. Takes time linear in
 * the length of the id for each piece of the rule, which is charged to `budget`.
 */
export function ruleMatcher(rule: string, budget: StepBudget): (id: string) => boolean {
  const matches = starMatcher(normaliseText(rule), budget);
  return (id) => matches(normaliseText(id));
}

/**
 * Normalizes rules as the server stores them: trimmed, lower-cased, without empty and repeated ones, in order of first
 * occurrence.
 */
export function normaliseRules(rules: readonly string[]): string[] {
  return [...new Set(rules.map(normaliseText).filter((rule) => rule !== ''))];
}

/** Normalizes a rule or name as the server compares it. */
export function normaliseText(text: string): string {
  return text.trim().toLowerCase();
}

/** The differences between two restorable states, one line for each rule. */
export function diffState(from: CliProxyState, to: CliProxyState): StateDifference[] {
  return ruleDifferences(exclusionLists, from, to, ({ id: list }, rule) =>
    rule === null
      ? say('cli-proxy-api.difference.order', { list })
      : say('cli-proxy-api.difference.rule', { list, rule }),
  );
}
