import { assertNever } from '@/src/core/assert-never';
import { RULE_KINDS, type RuleKind, type RuleSet, rulesOnlyIn } from '../model-filter-context';
import { addRule, newRuleProblem, type RuleAddition } from '../rule-list';
import { decisionBudget } from '../step-budget';

/** `merge` adds each rule as the tools for one rule do; `replace` makes the given lists the rules. */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The lists of an import; null leaves a list as it is. */
export type GivenRules = Record<RuleKind, readonly string[] | null>;

type Added = Extract<RuleAddition, { outcome: 'added' }>;

/** The outcome of one given rule. */
export type RuleOutcome = { kind: RuleKind; pattern: string } & (
  | { outcome: 'added'; addition: Pick<Added, 'replaced' | 'notCoveredBy' | 'kept'> }
  /** Only with `replace`: the rule existed before. */
  | { outcome: 'kept' }
  | { outcome: 'covered'; by: string[] }
  /** Given twice; with `merge` also: the rule exists already. */
  | { outcome: 'duplicate' }
  | { outcome: 'invalid'; why: string }
);

/** The outcome of an import, computed before anything is changed. */
export interface ImportPlan {
  wanted: RuleSet;
  /** One for each given rule, in the given order, the ignore list first. */
  outcomes: RuleOutcome[];
  /** Existing rules that the import removes. */
  removed: { kind: RuleKind; pattern: string }[];
}

/** Plans an import into a provider's rules. `ids`: its models, which decide if a rule is covered. */
export function planImport(
  before: RuleSet,
  given: GivenRules,
  mode: ImportMode,
  ids: readonly string[],
): ImportPlan {
  const wanted: RuleSet = { ignore: before.ignore, whitelist: before.whitelist };
  const outcomes: RuleOutcome[] = [];
  for (const kind of RULE_KINDS) {
    const patterns = given[kind];
    if (patterns === null) continue;
    const part = planList(mode, kind, before[kind], patterns, ids);
    wanted[kind] = part.list;
    outcomes.push(...part.outcomes);
  }
  return { wanted, outcomes, removed: rulesOnlyIn(before, wanted) };
}

interface ListPlan {
  list: string[];
  outcomes: RuleOutcome[];
}

function planList(
  mode: ImportMode,
  kind: RuleKind,
  before: readonly string[],
  patterns: readonly string[],
  ids: readonly string[],
): ListPlan {
  switch (mode) {
    case 'merge':
      return mergeList(kind, before, patterns, ids);
    case 'replace':
      return replaceList(kind, before, patterns);
    default:
      return assertNever(mode);
  }
}

function mergeList(
  kind: RuleKind,
  before: readonly string[],
  patterns: readonly string[],
  ids: readonly string[],
): ListPlan {
  let list = [...before];
  const budget = decisionBudget();
  const outcomes = patterns.map((pattern): RuleOutcome => {
    const why = newRuleProblem(pattern, before);
    if (why !== null) return { kind, pattern, outcome: 'invalid', why };
    const addition = addRule(list, pattern, ids, budget);
    if (addition.outcome !== 'added') return { kind, pattern, ...addition };
    list = addition.list;
    const { replaced, notCoveredBy, kept } = addition;
    return { kind, pattern, outcome: 'added', addition: { replaced, notCoveredBy, kept } };
  });
  return { list, outcomes: outcomes.map((outcome) => finalOutcome(outcome, outcomes, list)) };
}

/** A rule that a later rule of the same import replaced is reported as covered by that rule. */
function finalOutcome(
  outcome: RuleOutcome,
  outcomes: readonly RuleOutcome[],
  list: readonly string[],
): RuleOutcome {
  const { kind, pattern } = outcome;
  if (outcome.outcome !== 'added' || list.includes(pattern)) return outcome;
  const by = outcomes.filter(
    (later) => later.outcome === 'added' && later.addition.replaced.includes(pattern),
  );
  return { kind, pattern, outcome: 'covered', by: by.map((later) => later.pattern) };
}

function replaceList(kind: RuleKind, before: readonly string[], patterns: readonly string[]): ListPlan {
  const list: string[] = [];
  const outcomes = patterns.map((pattern): RuleOutcome => {
    const why = newRuleProblem(pattern, before);
    if (why !== null) return { kind, pattern, outcome: 'invalid', why };
    if (list.includes(pattern)) return { kind, pattern, outcome: 'duplicate' };
    list.push(pattern);
    if (before.includes(pattern)) return { kind, pattern, outcome: 'kept' };
    return {
      kind,
      pattern,
      outcome: 'added',
      addition: { replaced: [], notCoveredBy: [], kept: [] },
    };
  });
  return { list, outcomes };
}
