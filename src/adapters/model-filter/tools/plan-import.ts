import { assertNever } from '@/src/core/assert-never';
import { RULE_KINDS, type RuleKind, type RuleSet, rulesOnlyIn } from '../model-filter-context';
import { addRule, newRuleProblem, type RuleAddition } from '../rule-list';
import { createStepBudget } from '../step-budget';

/** `merge` adds each rule as if it were added by itself; `replace` makes the given lists the rules. */
export type ImportMode = 'merge' | 'replace';

export const IMPORT_MODES: readonly ImportMode[] = ['merge', 'replace'];

/** The lists of an import; null leaves a list as it is. */
export type GivenRules = Record<RuleKind, readonly string[] | null>;

type Added = Extract<RuleAddition, { outcome: 'added' }>;

/** What becomes of one given rule. */
export type RuleOutcome = { kind: RuleKind; pattern: string } & (
  | { outcome: 'added'; addition: Pick<Added, 'replaced' | 'notCoveredBy' | 'kept'> }
  /** Replace only: it was there before. */
  | { outcome: 'kept' }
  | { outcome: 'covered'; by: string[] }
  /** It is given twice, or, where rules are merged, there already. */
  | { outcome: 'duplicate' }
  | { outcome: 'invalid'; why: string }
);

/** What an import comes to, before anything is done. */
export interface ImportPlan {
  wanted: RuleSet;
  /** One for each given rule, in the given order, the ignore list first. */
  outcomes: RuleOutcome[];
  /** Rules that are there now and wouldn't be any more. */
  removed: { kind: RuleKind; pattern: string }[];
}

/** Plans an import into a provider's rules. `ids`: its models, on which coverage is decided. */
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
  const budget = createStepBudget();
  const outcomes = patterns.map((pattern): RuleOutcome => {
    const why = newRuleProblem(pattern, before);
    if (why !== null) return { kind, pattern, outcome: 'invalid', why };
    const addition = addRule(list, pattern, ids, budget);
    if (addition.outcome !== 'added') return { kind, pattern, ...addition };
    list = addition.list;
    const { replaced, notCoveredBy, kept } = addition;
    return { kind, pattern, outcome: 'added', addition: { replaced, notCoveredBy, kept } };
  });
  return { list, outcomes: outcomes.map((outcome) => asItEnds(outcome, outcomes, list)) };
}

/** A rule that a later one of the same import took the place of is covered by that one in the end. */
function asItEnds(
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
