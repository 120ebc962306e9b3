import type { RuleKind, RuleSet } from './decide';

/** Rules by provider, normalized: without providers that have no rules, with keys in code-unit order. */
export type RuleSets = Readonly<Record<string, RuleSet>>;

/** Rules of a provider without an entry. */
const NO_RULES: RuleSet = { ignore: [], whitelist: [] };

/** The two lists in display order. */
export const RULE_KINDS: readonly RuleKind[] = ['ignore', 'whitelist'];

export function rulesOf(sets: RuleSets, provider: string): RuleSet {
  return (Object.hasOwn(sets, provider) ? sets[provider] : undefined) ?? NO_RULES;
}

/** Normalizes rule sets as {@link RuleSets} requires. */
export function normaliseRuleSets(sets: Readonly<Record<string, RuleSet>>): RuleSets {
  return Object.fromEntries(
    Object.keys(sets)
      .sort()
      .map((provider): [string, RuleSet] => [provider, rulesOf(sets, provider)])
      .filter(([, rules]) => rules.ignore.length + rules.whitelist.length > 0),
  );
}

/** A normalized copy in which the rules of one provider are replaced. */
export function withRules(sets: RuleSets, provider: string, rules: RuleSet): RuleSets {
  return normaliseRuleSets({ ...sets, [provider]: rules });
}

/** The providers whose rules or their order differ, in code-unit order. The order determines precedence. */
export function changedProviders(left: RuleSets, right: RuleSets): string[] {
  const isSame = (provider: string) =>
    RULE_KINDS.every((kind) => sameList(rulesOf(left, provider)[kind], rulesOf(right, provider)[kind]));
  return providersOf(left, right).filter((provider) => !isSame(provider));
}

/** The providers that have rules in at least one of them, in code-unit order. */
export function providersOf(left: RuleSets, right: RuleSets): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
}

/** The differences from `before` to `after`, one phrase each. */
export function ruleDifferences(before: RuleSets, after: RuleSets): string[] {
  return changedProviders(before, after).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) => {
      const [old, now] = [rulesOf(before, provider)[kind], rulesOf(after, provider)[kind]];
      const phrases = [
        ...old.filter((pattern) => !now.includes(pattern)).map((pattern) => `rule ${pattern} removed`),
        ...now.filter((pattern) => !old.includes(pattern)).map((pattern) => `rule ${pattern} added`),
      ];
      if (phrases.length === 0 && !sameList(old, now)) phrases.push('rules in another order');
      return phrases.map((phrase) => `${provider}: ${kind} ${phrase}`);
    }),
  );
}

/** True if two lists hold the same texts in the same order. */
export function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((pattern, index) => pattern === right[index]);
}
