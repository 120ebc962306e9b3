import { createMatcher, type Matcher, modelName } from './matcher';
import type { RuleKind, RuleSet } from './model-filter-context';

/** What the rules make of a model; `ignored` is hidden, the other two are visible. */
export type ModelStatus = 'normal' | 'ignored' | 'whitelisted';

/** A rule by its place: `index` counts from 0 within its list. */
export interface RuleReference {
  kind: RuleKind;
  pattern: string;
  index: number;
}

export interface DecidedModel {
  id: string;
  name: string;
  status: ModelStatus;
  /** The rule that decides, or null if none matches. */
  rule: RuleReference | null;
}

/**
 * The status of each model, in the given order. The whitelist is read first, then the ignore list; in each the first
 * match decides.
 */
export function decideModels(ids: readonly string[], rules: RuleSet): DecidedModel[] {
  const whitelist = rules.whitelist.map(createMatcher);
  const ignore = rules.ignore.map(createMatcher);
  return ids.map((id) => {
    const name = modelName(id);
    const kept = firstMatch(whitelist, id, name);
    if (kept !== null) return { id, name, status: 'whitelisted', rule: { kind: 'whitelist', ...kept } };
    const hidden = firstMatch(ignore, id, name);
    if (hidden !== null) return { id, name, status: 'ignored', rule: { kind: 'ignore', ...hidden } };
    return { id, name, status: 'normal', rule: null };
  });
}

function firstMatch(
  matchers: Matcher[],
  id: string,
  name: string,
): { pattern: string; index: number } | null {
  for (const [index, matcher] of matchers.entries()) {
    if (matcher.matchesModel(id, name)) return { pattern: matcher.pattern, index };
  }
  return null;
}

/** Every rule that matches a model, in the order in which the rules are read: the first one decides. */
export function matchingRules(id: string, rules: RuleSet): RuleReference[] {
  const kinds: RuleKind[] = ['whitelist', 'ignore'];
  return kinds.flatMap((kind) =>
    rules[kind].flatMap((pattern, index) =>
      createMatcher(pattern).matchesModel(id) ? [{ kind, pattern, index }] : [],
    ),
  );
}

/** Whether clients see a model of this status. */
export function isVisible(status: ModelStatus): boolean {
  return status !== 'ignored';
}

/** How many models each rule decides, by place in its list. */
export function decidedCounts(models: readonly DecidedModel[], rules: RuleSet): Record<RuleKind, number[]> {
  const counts = { ignore: rules.ignore.map(() => 0), whitelist: rules.whitelist.map(() => 0) };
  for (const { rule } of models) {
    if (rule !== null) counts[rule.kind][rule.index] = (counts[rule.kind][rule.index] ?? 0) + 1;
  }
  return counts;
}
