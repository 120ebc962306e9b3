import { starMatcher } from '../kit/star-pattern';

/**
 * True if a rule excludes a model, as CLIProxyAPI decides it: both are trimmed and lower-cased, `*` stands for any run of
 * characters, and the rule has to fit the whole id. There is no other special character and no escape. Linear in the
 * length of the id for each piece of the rule.
 */
export function matchesRule(rule: string, modelId: string): boolean {
  return ruleMatcher(rule)(normaliseText(modelId));
}

/** As {@link matchesRule}, for a rule that is compared with many ids, each as {@link normaliseText} returns it. */
export function ruleMatcher(rule: string): (normalisedId: string) => boolean {
  return starMatcher(normaliseText(rule));
}

/** A list of rules as the server stores it: trimmed, lower-cased, without empty and repeated ones, in their first order. */
export function normaliseRules(rules: readonly string[]): string[] {
  return [...new Set(rules.map(normaliseText).filter((rule) => rule !== ''))];
}

/** A rule or name as the server compares it. */
export function normaliseText(text: string): string {
  return text.trim().toLowerCase();
}
