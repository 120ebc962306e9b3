import type { RuleKind, RuleSet } from '../../filter/decide';

/** Rules by provider, normalised: providers without rules are left out, keys are in code-unit order. */
export type RuleSets = Readonly<Record<string, RuleSet>>;

/** The rules of a provider without an entry. */
const NO_RULES: RuleSet = { ignore: [], whitelist: [] };

/** The two lists, in the order in which they are shown. */
export const RULE_KINDS: readonly RuleKind[] = ['ignore', 'whitelist'];

/** A difference between two rule sets of a provider. `reordered` has no pattern. */
export type RuleDifference =
  | { change: 'added' | 'removed'; provider: string; kind: RuleKind; pattern: string }
  | { change: 'reordered'; provider: string; kind: RuleKind };

/** The rules of one provider. */
export function rulesOf(sets: RuleSets, provider: string): RuleSet {
  return (Object.hasOwn(sets, provider) ? sets[provider] : undefined) ?? NO_RULES;
}

/** Normalises rule sets as {@link RuleSets} requires. */
export function normaliseRuleSets(sets: Readonly<Record<string, RuleSet>>): RuleSets {
  return Object.fromEntries(
    Object.keys(sets)
      .sort()
      .map((provider): [string, RuleSet] => [provider, rulesOf(sets, provider)])
      .filter(([, rules]) => rules.ignore.length + rules.whitelist.length > 0),
  );
}

/** A copy with the rules of one provider replaced. */
export function withRules(sets: RuleSets, provider: string, rules: RuleSet): RuleSets {
  return normaliseRuleSets({ ...sets, [provider]: rules });
}

/** True if both lists hold the same patterns in the same order, which determines precedence. */
export function sameRules(left: RuleSet, right: RuleSet): boolean {
  return RULE_KINDS.every((kind) => sameList(left[kind], right[kind]));
}

/** The providers whose rules differ, in code-unit order. */
export function changedProviders(left: RuleSets, right: RuleSets): string[] {
  return providersOf(left, right).filter(
    (provider) => !sameRules(rulesOf(left, provider), rulesOf(right, provider)),
  );
}

/** The providers that have rules in either, in code-unit order. */
export function providersOf(left: RuleSets, right: RuleSets): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
}

/** The differences from `before` to `after`. */
export function ruleDifferences(before: RuleSets, after: RuleSets): RuleDifference[] {
  return changedProviders(before, after).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) =>
      listDifferences(provider, kind, rulesOf(before, provider)[kind], rulesOf(after, provider)[kind]),
    ),
  );
}

function listDifferences(
  provider: string,
  kind: RuleKind,
  before: readonly string[],
  after: readonly string[],
): RuleDifference[] {
  const added = after.filter((pattern) => !before.includes(pattern));
  const removed = before.filter((pattern) => !after.includes(pattern));
  const differences: RuleDifference[] = [
    ...removed.map((pattern) => ({ change: 'removed' as const, provider, kind, pattern })),
    ...added.map((pattern) => ({ change: 'added' as const, provider, kind, pattern })),
  ];
  if (differences.length === 0 && !sameList(before, after)) return [{ change: 'reordered', provider, kind }];
  return differences;
}

/** True if two lists hold the same texts in the same order. */
export function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((pattern, index) => pattern === right[index]);
}
