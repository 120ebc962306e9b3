import { modelListOf } from './model-list';

/** The list of a provider that a rule is in. */
export type RuleKind = 'ignore' | 'whitelist';

/** A provider's rules in order; the first that matches a model decides it. */
export interface RuleSet {
  ignore: string[];
  whitelist: string[];
}

/** A rule and its position; `index` counts from 0 in the list of its kind. */
interface RuleRef {
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly index: number;
}

/**
 * The result of the rules for one model. `name` is the id without its provider; `rule` is null only for
 * `normal`.
 */
export interface ModelDecision {
  readonly id: string;
  readonly name: string;
  readonly status: 'normal' | 'ignored' | 'whitelisted';
  readonly rule: RuleRef | null;
}

const STATUSES = { ignore: 'ignored', whitelist: 'whitelisted' } as const;

/**
 * Decides each model: the first matching whitelist rule keeps it visible; else the first matching ignore rule hides it;
 * else it is visible. A whitelist alone hides nothing. The results are in the order of `ids`. That array must not be
 * modified afterwards, since matches are cached by its identity.
 */
export function decideModels(
  ids: readonly string[],
  rules: Readonly<Record<RuleKind, readonly string[]>>,
): readonly ModelDecision[] {
  const { names, matchesOf } = modelListOf(ids);
  const deciding = new Array<RuleRef | null>(ids.length).fill(null);
  for (const kind of ['whitelist', 'ignore'] as const) {
    for (const [index, pattern] of rules[kind].entries()) {
      const rule = { kind, pattern, index };
      for (const at of matchesOf(pattern)) deciding[at] ??= rule;
    }
  }
  return ids.map((id, at) => {
    const rule = deciding[at] ?? null;
    return { id, name: names[at] ?? id, status: rule === null ? 'normal' : STATUSES[rule.kind], rule };
  });
}

/** The models that at least one pattern matches, by id or by name. */
export function matchedModels(ids: readonly string[], patterns: readonly string[]): string[] {
  const matches = patterns.map(modelListOf(ids).matchesOf);
  return ids.filter((_, at) => matches.some((one) => one.has(at)));
}

/** True if clients of the proxy see the model. */
export function isVisible(decision: ModelDecision): boolean {
  return decision.status !== 'ignored';
}
