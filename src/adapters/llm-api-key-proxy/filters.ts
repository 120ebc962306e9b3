import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { countsOf, MAX_LIST_RULES } from '../kit/rule-list/rule-lists';
import { type DecidedModel, decideModels, isVisible } from '../model-filter/decide-models';
import {
  normalisedRules,
  type ProviderList,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  type RulesByProvider,
  rulesOf,
} from '../model-filter/model-filter-context';
import { newRuleProblem } from '../model-filter/rule-list';

/** The restorable part: the rules of each provider as the server's `.env` file has them. Providers without rules are left out. */
export type LlmProxyState = { filters: RulesByProvider };

/** The credentials of one provider. */
type ProviderCredentials = { keys: number; oauth: number };

/** The filters of one server, with what is needed to understand their effect. All of it is what the server reports now. */
export type LlmProxyContext = LlmProxyState & {
  /** The providers that the server has credentials or an address for. Members are read as own ones only. */
  providers: { [provider: string]: ProviderCredentials };
  /**
   * The ids that clients get, sorted, each once, without aliases; null if the server doesn't list them. Models that the
   * proxy hides at present are not among them.
   */
  models: string[] | null;
  /** The ids of the server's own aliases for the latest model of a family, as clients get them, sorted. */
  aliases: string[];
};

/** The restorable part of a context. */
export function restorableState({ filters }: LlmProxyContext): LlmProxyState {
  return { filters: normalisedRules(filters) };
}

/** The names of all providers that the server reports, sorted: those with credentials, rules or listed models. */
export function knownProviders({ providers, filters, models }: LlmProxyContext): string[] {
  const prefixes = (models ?? []).flatMap((id) => providerOfId(id) ?? []);
  return [...new Set([...Object.keys(providers), ...Object.keys(filters), ...prefixes])].sort();
}

/** The part of an id before its first `/`; null if it has none. */
export function providerOfId(id: string): string | null {
  const end = id.indexOf('/');
  return end === -1 ? null : id.slice(0, end);
}

/** Longest name of a provider or model, and longest rule, in UTF-16 units. */
export const MAX_FILTER_NAME_LENGTH = 500;
/** Most models that clients get. */
const MAX_LISTED_IDS = 50_000;

const name = z.string().max(MAX_FILTER_NAME_LENGTH);
const rules = z.array(name.min(1)).max(MAX_LIST_RULES);
const filters = mapSchema(name, z.strictObject({ ignore: rules, whitelist: rules }));
const ids = z.array(name).max(MAX_LISTED_IDS);
const count = z.int().nonnegative();

/** The restorable part. */
export const stateSchema: z.ZodType<LlmProxyState> = z.strictObject({
  // A merge may leave a provider with two empty lists, which equals no entry.
  filters: filters.transform(normalisedRules),
});

/** The whole context, as the state half reports it. */
export const contextSchema: z.ZodType<LlmProxyContext> = z.strictObject({
  filters,
  providers: mapSchema(name, z.strictObject({ keys: count, oauth: count })),
  models: ids.nullable(),
  aliases: ids,
});

/** The decision of the saved rules about a model that clients get at present. */
export interface ListedDecision extends DecidedModel {
  /** The providers whose lists were read, null if there is no such list. They may differ. */
  lists: Readonly<Record<RuleKind, string | null>>;
  /**
   * False if the server may read the list of another provider: it then falls back to the one whose account offers the model,
   * and no API names that one.
   */
  isCertain: boolean;
}

/** These two stand in for each other if one has no list. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['google', 'gemini'],
  ['gemini', 'google'],
]);

/**
 * The saved rules' decision on each listed model, in their order: what clients get after the next restart. As the server
 * does it, each of the two lists is chosen by itself: that of the provider before the id's first `/`; else that of the
 * provider which was asked for its models, usually the same one; else that of its stand-in. Throws `too-complex` if
 * deciding exceeds the step budget.
 */
export function decideListed(context: LlmProxyContext): readonly ListedDecision[] {
  const known = decisions.get(context) ?? decide(context);
  decisions.set(context, known);
  return known;
}

/** Decisions by context: page line, context and previews of one reading need the same ones. */
const decisions = new WeakMap<LlmProxyContext, readonly ListedDecision[]>();

function decide({ models, filters, providers }: LlmProxyContext): ListedDecision[] {
  const groups = new Map<string, { lists: ListedDecision['lists']; ids: string[] }>();
  for (const id of models ?? []) {
    const lists = { ignore: listFor(id, 'ignore', filters), whitelist: listFor(id, 'whitelist', filters) };
    const name = JSON.stringify([lists.ignore, lists.whitelist]);
    const group = groups.get(name) ?? { lists, ids: [] }; // The first model with these lists.
    group.ids.push(id);
    groups.set(name, group);
  }
  const hasNoRules = Object.keys(filters).length === 0;
  const decided = new Map<string, ListedDecision>();
  for (const { lists, ids } of groups.values()) {
    const rules = {
      ignore: rulesFrom(lists, 'ignore', filters),
      whitelist: rulesFrom(lists, 'whitelist', filters),
    };
    for (const model of decideModels(ids, rules)) {
      decided.set(model.id, {
        ...model,
        lists,
        isCertain: hasNoRules || isCertain(model.id, lists, providers),
      });
    }
  }
  // Each of them is in a group, so none is left out.
  return (models ?? []).flatMap((id) => decided.get(id) ?? []);
}

/** True if the saved rules keep a model off the list after the next restart. */
export function isHidden({ status }: DecidedModel): boolean {
  return !isVisible(status);
}

/** A listed model belongs to the provider before its first `/`; null means all of them. */
export function listedOf(models: readonly ListedDecision[], provider: string | null): ListedDecision[] {
  return models.filter(({ id }) => provider === null || providerOfId(id) === provider);
}

function listFor(id: string, kind: RuleKind, filters: RulesByProvider): string | null {
  const own = providerOfId(id) ?? '';
  const candidates = [own, STAND_INS.get(own)];
  return candidates.find((name) => name !== undefined && rulesOf(filters, name)[kind].length > 0) ?? null;
}

function rulesFrom(lists: ListedDecision['lists'], kind: RuleKind, filters: RulesByProvider): string[] {
  const provider = lists[kind];
  return provider === null ? [] : rulesOf(filters, provider)[kind];
}

/** A list of the model's own provider is always the one. Otherwise it matters whether that is the one that was asked. */
function isCertain(
  id: string,
  lists: ListedDecision['lists'],
  providers: LlmProxyContext['providers'],
): boolean {
  const own = providerOfId(id);
  if (own !== null && Object.hasOwn(providers, own)) return true;
  return own !== null && lists.ignore === own && lists.whitelist === own;
}

/** The number of listed models that each rule decides. */
export function countDecided(context: LlmProxyContext): (list: ProviderList, pattern: string) => number {
  const nameOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts);
  const decided = countsOf(
    decideListed(context).flatMap(({ rule, lists }) =>
      rule === null ? [] : [nameOf(lists[rule.kind], rule.kind, rule.pattern)],
    ),
  );
  return ({ provider, kind }, pattern) => decided(nameOf(provider, kind, pattern));
}

/** A rule that can't be written, and the reason as the end of a sentence. */
export interface RuleProblem {
  pattern: string;
  why: string;
}

/** The providers whose lines in the `.env` file every version of the server finds again. */
const WRITABLE_PROVIDER = /^[A-Za-z0-9_]+$/;

/**
 * The reason why no rules of a provider are written, in a sentence; null if they can be. The server's newer versions look
 * for a line by a name of letters, digits and `_`. For other names, such as `x-ai`, each save appends another line, and a
 * list that was written can't be emptied again; so no change there could be undone.
 */
export function providerProblem(provider: string): string | null {
  if (WRITABLE_PROVIDER.test(provider)) return null;
  return `The rules of ${JSON.stringify(provider)} can’t be changed here: with such a name the server appends a line to its .env file at every save and never removes one, so the change could not be undone. Edit IGNORE_MODELS_${provider.toUpperCase()} and WHITELIST_MODELS_${provider.toUpperCase()} in that file.`;
}

/** The first rule of a list that can't be written; null if all can. Rules that the server has already may stay. */
export function ruleProblemIn(rules: readonly string[], known: readonly string[]): RuleProblem | null {
  for (const pattern of rules) {
    const why = newRuleProblem(pattern, known) ?? backslashProblem(pattern, known);
    if (why !== null) return { pattern, why };
  }
  return null;
}

/** As {@link ruleProblemIn}, for both lists of a provider. */
export function ruleSetProblem(wanted: RuleSet, known: RuleSet): RuleProblem | null {
  for (const kind of RULE_KINDS) {
    const problem = ruleProblemIn(wanted[kind], known[kind]);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Some versions write a value between single quotes without escaping `\`. One at the end hides the closing quote, and the
 * lines after it in the file, keys among them, are lost.
 */
function backslashProblem(pattern: string, known: readonly string[]): string | null {
  if (!pattern.includes('\\') || known.includes(pattern)) return null;
  return 'it holds a backslash, with which some versions of the server damage their .env file';
}
