import type { RuleKind, RuleSet } from '../filter/decide';
import { normaliseRuleSets, RULE_KINDS, type RuleSets, sameList } from '../filter/rule-sets';
import { ruleProblem, splitPatterns } from '../filter/rules';
import type { EnvChanges, EnvValues } from './env-file';

/** Rule sets by provider. A missing provider has no rules. */
export type Filters = ReadonlyMap<string, RuleSet>;

/** Prefixes of the environment keys that contain rules of each kind; the provider follows in upper case. */
const RULE_KEY_PREFIXES = {
  ignore: 'IGNORE_MODELS_',
  whitelist: 'WHITELIST_MODELS_',
} as const satisfies Record<RuleKind, string>;

/** The key that contains a provider's rules of one kind. */
function ruleKey(kind: RuleKind, provider: string): string {
  return RULE_KEY_PREFIXES[kind] + provider.toUpperCase();
}

/**
 * The provider and kind of the rules in a key; null for other keys. As in the real proxy, the prefix is in upper case
 * and the provider in any case.
 */
function parseRuleKey(key: string): { kind: RuleKind; provider: string } | null {
  for (const kind of RULE_KINDS) {
    const name = key.startsWith(RULE_KEY_PREFIXES[kind]) ? key.slice(RULE_KEY_PREFIXES[kind].length) : '';
    if (name !== '') return { kind, provider: name.toLowerCase() };
  }
  return null;
}

/**
 * The rules of all providers in a file, including unknown ones, without duplicates. Of two keys that differ only in the
 * case of the provider, the last one counts.
 */
export function readFilters(values: EnvValues): Map<string, RuleSet> {
  const filters = new Map<string, RuleSet>();
  for (const [key, value] of values) {
    const place = parseRuleKey(key);
    const patterns = [...new Set(splitPatterns(value))];
    if (place === null || patterns.length === 0) continue;
    filters.set(place.provider, { ...rulesOf(filters, place.provider), [place.kind]: patterns });
  }
  return filters;
}

/** A provider's rules; two empty lists without rules. */
export function rulesOf(filters: Filters, provider: string): RuleSet {
  return filters.get(provider) ?? { ignore: [], whitelist: [] };
}

/**
 * The changes after which a file with these values contains these rules for these providers, and the providers that
 * change. Rules that are already saved in the right order are not rewritten. A key with the provider in lower case is
 * replaced: the real proxy keeps it, and if its line is the last one, the save has no effect.
 */
export function computeFilters(
  values: EnvValues,
  wanted: Filters,
  providers: readonly string[],
): { changes: EnvChanges; providers: string[] } {
  const saved = readFilters(values);
  const changes = new Map<string, string | null>();
  const changed = providers.filter((provider) => {
    const kinds = RULE_KINDS.filter(
      (kind) => !sameList(rulesOf(saved, provider)[kind], rulesOf(wanted, provider)[kind]),
    );
    for (const kind of kinds) {
      const patterns = rulesOf(wanted, provider)[kind];
      for (const key of values.keys()) if (holdsRules(key, kind, provider)) changes.set(key, null);
      changes.set(ruleKey(kind, provider), patterns.length === 0 ? null : patterns.join(','));
    }
    return kinds.length > 0;
  });
  return { changes, providers: changed };
}

function holdsRules(key: string, kind: RuleKind, provider: string): boolean {
  const place = parseRuleKey(key);
  return place?.kind === kind && place.provider === provider;
}

/** Problems of a provider's rules, one sentence each; empty if they can be saved. */
export function rulesProblems(provider: string, rules: RuleSet): string[] {
  return RULE_KINDS.flatMap((kind) =>
    rules[kind].flatMap((pattern, index) => {
      const where = `${kind} rule ${index + 1} of ${provider}, ${JSON.stringify(pattern)}`;
      const problem = ruleProblem(pattern);
      if (problem !== null) return [`${problem} (${where})`];
      return rules[kind].indexOf(pattern) < index ? [`A rule can be in a list only once. (${where})`] : [];
    }),
  );
}

/** Filters in the format that the page and clients receive. */
export function toFiltersJson(filters: Filters): RuleSets {
  return normaliseRuleSets(Object.fromEntries(filters));
}
