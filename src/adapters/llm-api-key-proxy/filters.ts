import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { type Said, say } from '@/src/schema/values/said';
import { type DecidedModel, decideInSteps, isHidden } from '../kit/rules/decide-models';
import {
  differingProviders,
  normalisedRules,
  type ProviderList,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  type RulesByProvider,
  rulesOf,
} from '../kit/rules/provider-rules';
import { countsOf, effectOf, MAX_LIST_RULES, type RuleEffect } from '../kit/rules/rule-lists';
import { misnamedRules, newRuleProblem, problemInWords } from '../kit/rules/rule-problems';
import { countProviderRuleUse } from '../kit/rules/rule-use';
import { rememberedWork, type Steps } from '../kit/slices';
import { counted } from '../kit/tool-results';
import { without } from '../kit/without';

export function restorableState({ filters }: LlmProxyContext): LlmProxyState {
  return { filters: normalisedRules(filters) };
}

/** The names of all providers that the server reports, sorted: those with credentials, rules or listed models. */
export function knownProviders({ providers, filters, models }: LlmProxyContext): string[] {
  const prefixes = (models ?? []).flatMap((id) => providerOfId(id) ?? []);
  return [...new Set([...Object.keys(providers), ...Object.keys(filters), ...prefixes])].sort();
}

/** The provider that a call names, spelled as on the server; null if there is none. */
export function knownProvider(context: LlmProxyContext, provider: string): string | null {
  const wanted = provider.trim().toLowerCase();
  return knownProviders(context).find((known) => known.toLowerCase() === wanted) ?? null;
}

/** The part of an id before its first `/`; null without a `/`. */
export function providerOfId(id: string): string | null {
  const end = id.indexOf('/');
  return end === -1 ? null : id.slice(0, end);
}

/** Longest name of a provider or model, and longest rule, in UTF-16 units. */
export const MAX_FILTER_NAME_LENGTH = 500;
/** Most models that the server may list. */
const MAX_LISTED_IDS = 50_000;

const name = z.string().max(MAX_FILTER_NAME_LENGTH);
const rules = z.array(name.min(1)).max(MAX_LIST_RULES);
const filters = mapSchema(name, z.strictObject({ ignore: rules, whitelist: rules }));
const ids = z.array(name).max(MAX_LISTED_IDS);
const count = z.int().nonnegative();

/** Schema of the restorable state. */
export const stateSchema = z.strictObject({
  // A merge may leave a provider with two empty lists, which is equivalent to no entry.
  filters: filters.transform(normalisedRules),
});

/**
 * The restorable state: the rules of each provider in the server's `.env` file. Providers without rules are omitted.
 */
export type LlmProxyState = z.output<typeof stateSchema>;

/** Schema of the whole context, as the state half reports it. */
export const contextSchema = z.strictObject({
  filters,
  /** Providers for which the server has credentials, with their number by kind, or a base URL. Look names up as own properties only. */
  providers: mapSchema(name, z.strictObject({ keys: count, oauth: count })),
  /**
   * Ids that clients get, sorted and unique, without aliases; null if the server does not list them. Models that the
   * proxy currently hides are not included.
   */
  models: ids.nullable(),
  /** Ids of the server's own aliases for the latest model of a family, as clients get them, sorted. */
  aliases: ids,
});

/** The filters of one server, with the data that determines their effect. */
export type LlmProxyContext = z.output<typeof contextSchema>;

/** The decision of the saved rules about a model that clients currently get. */
export interface ListedDecision extends DecidedModel {
  /** For each kind, the provider whose list applies; null without such a list. The two may differ. */
  lists: Readonly<Record<RuleKind, string | null>>;
  /**
   * False if the server may use the list of another provider: its fallback is the provider whose account offers the
   * model, and no API names that provider.
   */
  isCertain: boolean;
}

/** Providers whose lists replace each other's missing lists. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['google', 'gemini'],
  ['gemini', 'google'],
]);

/**
 * The saved rules' decision about each listed model, in list order: what clients get after the next restart. Each of
 * the two lists is chosen separately, as the server does it: the list of the provider before the id's first `/`; else
 * that of the provider that was queried for its models, usually the same one; else that of its stand-in. Throws
 * `too-complex` if deciding exceeds the step budget.
 */
export function decideListed(context: LlmProxyContext): readonly ListedDecision[] {
  return decided(context, null);
}

const decided = rememberedWork(function* (
  { models, filters, providers }: LlmProxyContext,
  _: null,
): Steps<ListedDecision[]> {
  const groups = new Map<string, { lists: ListedDecision['lists']; ids: string[] }>();
  for (const id of models ?? []) {
    const lists = { ignore: listFor(id, 'ignore', filters), whitelist: listFor(id, 'whitelist', filters) };
    const name = JSON.stringify([lists.ignore, lists.whitelist]);
    const group = groups.get(name) ?? { lists, ids: [] }; // The first model with these lists.
    group.ids.push(id);
    groups.set(name, group);
    yield;
  }
  const hasNoRules = Object.keys(filters).length === 0;
  const byId = new Map<string, ListedDecision>();
  for (const { lists, ids } of groups.values()) {
    const rules = {
      ignore: rulesFrom(lists, 'ignore', filters),
      whitelist: rulesFrom(lists, 'whitelist', filters),
    };
    for (const model of yield* decideInSteps(ids, rules)) {
      const isSure = hasNoRules || isCertain(model.id, lists, providers);
      byId.set(model.id, { ...model, lists, isCertain: isSure });
      yield;
    }
  }
  // Every listed id is in a group, so the lookup always succeeds.
  return (models ?? []).flatMap((id) => byId.get(id) ?? []);
});

/** The rules of all providers, with the listed models that each one decides. */
export const ruleUse = rememberedWork(({ filters, models }: LlmProxyContext, _: null) =>
  countProviderRuleUse(filters, ({ provider, kind }) =>
    models === null ? null : models.filter((id) => listFor(id, kind, filters) === provider),
  ),
);

/** The effect of a change after a restart. */
export function effectBetween(before: LlmProxyContext, after: LlmProxyContext): RuleEffect<ListedDecision> {
  return effectOf(decideListed(before), decideListed(after), isHidden, ({ id }) => providerOfId(id));
}

const OLD_RULES_KEPT = {
  ignore: 'llm-api-key-proxy.preview.ignoreKept',
  whitelist: 'llm-api-key-proxy.preview.whitelistKept',
} as const;

/**
 * Sentences about models that may come back, about rules that stay in force, and about rules that don't match the model
 * whose name they equal.
 */
export function notesOnChange({ filters, models }: LlmProxyContext, after: LlmProxyContext): Said[] {
  return differingProviders(filters, after.filters).flatMap((provider) => {
    const [was, is] = [rulesOf(filters, provider), rulesOf(after.filters, provider)];
    const loosened = without(was.ignore, is.ignore).length + without(is.whitelist, was.whitelist).length;
    const emptied = RULE_KINDS.filter((kind) => was[kind].length > 0 && is[kind].length === 0);
    const ids = models?.filter((id) => providerOfId(id) === provider) ?? [];
    return [
      ...misnamedRules(was, is, ids).map((rule) => say('kit.rules.misnamed', { ...rule })),
      ...emptied.map((kind) => say(OLD_RULES_KEPT[kind], { provider })),
      ...counted([loosened, say('llm-api-key-proxy.preview.notListed')]),
    ];
  });
}

/** The models of a provider, which is named before the id's first `/`; null selects all models. */
export function listedOf<Model extends { id: string }>(
  models: readonly Model[],
  provider: string | null,
): Model[] {
  return models.filter(({ id }) => provider === null || providerOfId(id) === provider);
}

function listFor(id: string, kind: RuleKind, filters: RulesByProvider): string | null {
  const provider = providerOfId(id) ?? '';
  const candidates = [provider, STAND_INS.get(provider)];
  return candidates.find((name) => name !== undefined && rulesOf(filters, name)[kind].length > 0) ?? null;
}

function rulesFrom(lists: ListedDecision['lists'], kind: RuleKind, filters: RulesByProvider): string[] {
  const provider = lists[kind];
  return provider === null ? [] : rulesOf(filters, provider)[kind];
}

/**
 * True if the choice of lists is certain. A list of the model's own provider always applies; otherwise the result
 * depends on which provider was queried.
 */
function isCertain(
  id: string,
  lists: ListedDecision['lists'],
  providers: LlmProxyContext['providers'],
): boolean {
  const own = providerOfId(id);
  if (own !== null && Object.hasOwn(providers, own)) return true;
  return own !== null && lists.ignore === own && lists.whitelist === own;
}

/** Counts the listed models that each rule decides. */
export function countDecided(context: LlmProxyContext): (list: ProviderList, pattern: string) => number {
  const nameOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts);
  const decided = countsOf(
    decideListed(context).flatMap(({ rule, lists }) =>
      rule === null ? [] : [nameOf(lists[rule.kind], rule.kind, rule.pattern)],
    ),
  );
  return ({ provider, kind }, pattern) => decided(nameOf(provider, kind, pattern));
}

/** A rule that cannot be written; `why` ends a sentence. */
export interface UnwritableRule {
  pattern: string;
  why: string;
}

/** Provider names whose lines in the `.env` file every version of the server finds again. */
const WRITABLE_PROVIDER = /^[A-Za-z0-9_]+$/;

/**
 * Says why the rules of a provider cannot be written; null if they can. Newer versions of the server find a
 * line only by a name of letters, digits and `_`. For other names, such as `x-ai`, each save appends another line, and
 * a written list cannot be emptied, so a change could not be undone.
 */
export function providerProblem(provider: string): Said | null {
  if (WRITABLE_PROVIDER.test(provider)) return null;
  return say('llm-api-key-proxy.error.providerNotWritable', {
    provider: JSON.stringify(provider),
    ignoreLine: `IGNORE_MODELS_${provider.toUpperCase()}`,
    whitelistLine: `WHITELIST_MODELS_${provider.toUpperCase()}`,
  });
}

/** The first rule of a list that cannot be written; null if all can. Rules that the server already has may stay. */
export function ruleProblemIn(rules: readonly string[], existing: readonly string[]): UnwritableRule | null {
  for (const pattern of rules) {
    const problem = newRuleProblem(pattern, existing);
    const why = problem === null ? backslashProblem(pattern, existing) : problemInWords(problem, pattern);
    if (why !== null) return { pattern, why };
  }
  return null;
}

/** As {@link ruleProblemIn}, for both lists of a provider. */
export function ruleSetProblem(wanted: RuleSet, existing: RuleSet): UnwritableRule | null {
  for (const kind of RULE_KINDS) {
    const problem = ruleProblemIn(wanted[kind], existing[kind]);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * The problem of a rule with a backslash; null without one. Some versions write a value in single quotes without
 * escaping `\`. A `\` at the end escapes the closing quote, and the following lines of the file, including keys, are
 * lost.
 */
function backslashProblem(pattern: string, existing: readonly string[]): string | null {
  if (!pattern.includes('\\') || existing.includes(pattern)) return null;
  return 'it contains a backslash, with which some versions of the server damage their .env file';
}
