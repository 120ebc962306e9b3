import { z } from 'zod';
import { assertNever } from '@/src/core/assert-never';
import { joinWithAnd } from '@/src/core/text/join-texts';
import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, type Said, say } from '@/src/schema/values/said';
import { FailedCall } from '../../kit/computed-tool';
import { decisionBudget } from '../../kit/rules/decision-budget';
import {
  type ListedRule,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  rulesOnlyIn,
  sameRules,
} from '../../kit/rules/provider-rules';
import { newRuleProblem, problemInWords, type RuleProblem } from '../../kit/rules/rule-problems';
import { rememberedWork, type Steps } from '../../kit/slices';
import { counted, countOf, LIST_MODELS, success } from '../../kit/tool-results';
import type { ModelFilterContext } from '../model-filter-context';
import { addRule, type Coverage, type RuleAddition } from '../rule-list';
import { type ProviderView, rulesChange, viewProvider } from './provider-view';
import {
  changeFacts,
  changeInWords,
  ruleSetData,
  type VisibilityChange,
  visibilityChange,
} from './rule-effect';
import { falseCoverageData } from './rule-tools';
import { ASKS, failure, patterns, provider, ruleData, rulesInWords, tool } from './tool-parts';

/** `merge` adds each rule as the tools for single rules do; `replace` replaces the existing rules by the given ones. */
const IMPORT_MODES = ['merge', 'replace'] as const;
type ImportMode = (typeof IMPORT_MODES)[number];

/** The lists of an import; null keeps a list unchanged. */
type GivenRules = Record<RuleKind, string[] | null>;

export type RuleOutcome = ListedRule &
  (
    | { outcome: 'added'; addition: Coverage }
    /** Only for `replace`: the rule existed before. */
    | { outcome: 'kept' }
    | { outcome: 'covered'; by: string[] }
    /** The rule was given twice; for `merge` also: it existed before. */
    | { outcome: 'duplicate' }
    | { outcome: 'invalid'; problem: RuleProblem }
  );

/** The result of an import, computed before anything is changed. */
interface RulesImport {
  wanted: RuleSet;
  /** One outcome for each given rule, in the given order, the ignore list first. */
  outcomes: RuleOutcome[];
  /** Existing rules that the import removes. */
  removed: ListedRule[];
}

/** An import into a provider's existing rules. */
type WantedImport = { before: RuleSet; given: GivenRules; mode: ImportMode };

/**
 * Computes an import. `ids` are the models that decide if a rule is covered; they must not be mutated. Throws `too-complex` if that
 * exceeds the step budget.
 */
export const computeImport = rememberedWork(importInSteps);

/** As {@link computeImport}, as a part of other work. */
export function* importInSteps(
  ids: readonly string[],
  { before, given, mode }: WantedImport,
): Steps<RulesImport> {
  const wanted: RuleSet = { ignore: before.ignore, whitelist: before.whitelist };
  const outcomes: RuleOutcome[] = [];
  for (const kind of RULE_KINDS) {
    const patterns = given[kind];
    if (patterns === null) continue;
    const part = yield* importList(kind, before[kind], patterns, mode, ids);
    wanted[kind] = part.list;
    outcomes.push(...part.outcomes);
  }
  return { wanted, outcomes, removed: rulesOnlyIn(before, wanted) };
}

interface ListImport {
  list: string[];
  outcomes: RuleOutcome[];
}

function* importList(
  kind: RuleKind,
  before: readonly string[],
  patterns: readonly string[],
  mode: ImportMode,
  ids: readonly string[],
): Steps<ListImport> {
  let list = mode === 'merge' ? [...before] : [];
  const budget = decisionBudget();
  const outcomes: RuleOutcome[] = [];
  for (const pattern of patterns) {
    yield;
    const problem = newRuleProblem(pattern, before);
    if (problem !== null) {
      outcomes.push({ kind, pattern, outcome: 'invalid', problem });
      continue;
    }
    const addition =
      mode === 'merge' ? yield* addRule(list, pattern, ids, budget) : appendRule(list, pattern);
    if (addition.outcome === 'added') list = addition.list;
    if (addition.outcome !== 'added') outcomes.push({ kind, pattern, ...addition });
    else if (before.includes(pattern)) outcomes.push({ kind, pattern, outcome: 'kept' });
    else outcomes.push({ kind, pattern, outcome: 'added', addition });
  }
  return { list, outcomes: yield* finalOutcomes(outcomes, list) };
}

/** Appends a rule to a list, even if other rules cover it: the list then has exactly the given rules. */
function appendRule(list: readonly string[], pattern: string): RuleAddition {
  if (list.includes(pattern)) return { outcome: 'duplicate' };
  return { outcome: 'added', list: [...list, pattern], replaced: [], notCoveredBy: [], kept: [] };
}

/** The outcomes after the whole import: a rule that a later rule replaced is reported as covered by that rule. */
function* finalOutcomes(outcomes: readonly RuleOutcome[], list: readonly string[]): Steps<RuleOutcome[]> {
  const inList = new Set(list);
  const replacing = new Map<string, string[]>();
  for (const each of outcomes) {
    if (each.outcome !== 'added') continue;
    for (const pattern of each.addition.replaced) {
      // The first rule that replaces it.
      replacing.set(pattern, [...(replacing.get(pattern) ?? []), each.pattern]);
    }
    yield;
  }
  return outcomes.map((outcome) => {
    const { kind, pattern } = outcome;
    if (outcome.outcome !== 'added' || inList.has(pattern)) return outcome;
    // Only a rule that was replaced is missing in the list.
    return { kind, pattern, outcome: 'covered', by: replacing.get(pattern) ?? [] };
  });
}

const mode = z.enum(IMPORT_MODES).describe('replace: the lists become exactly these.');

export const importRulesInput = z.strictObject({
  ignore: patterns.describe('[] for none.'),
  whitelist: patterns.describe('[] for none.'),
  mode,
  provider,
});

const previewRulesInput = z.strictObject({
  ignore: patterns.optional().describe('Without it the list stays as it is.'),
  whitelist: patterns.optional().describe('As for ignore.'),
  mode,
  provider,
});

export const importRulesTool = tool(
  {
    name: 'import_rules',
    line: 'model-filter.call.importRules',
    description: 'Adds many rules, or replaces all. Merging skips invalid ones; replacing then fails.',
    question: say('model-filter.question.import'),
    input: importRulesInput,
    ...ASKS,
  },
  (context, args) => {
    const { view, imported } = importOn(context, args);
    const notes = outcomeNotes(imported);
    if (sameRules(imported.wanted, view.rules)) {
      return failure(
        'nothing_to_change',
        [`The rules of ${view.provider} stay as they are.`, ...notes].join(' '),
        { provider: view.provider, mode: args.mode, outcomes: imported.outcomes.map(outcomeData) },
      );
    }
    return rulesChange(context, [[view.provider, imported.wanted]], (savedNote, forUser) => {
      const visibility = visibilityChange(view.ids, view.rules, imported.wanted);
      const done = `${joinWithAnd(changedLists(imported))} (${view.provider}): ${changeInWords(visibility)}.`;
      return success(
        [done, ...notes, savedNote].join(' '),
        factsInLine(forUser, ...skippedFacts(imported)),
        importData(view, args.mode, imported, visibility),
      );
    });
  },
);

export const previewRulesTool = tool(
  {
    name: 'preview_rules',
    line: 'model-filter.call.previewRules',
    description: 'Returns what import_rules would hide and bring back, and rules without effect.',
    input: previewRulesInput,
    effect: 'read',
    readWith: LIST_MODELS,
  },
  (context, args) => {
    const { view, imported } = importOn(context, args);
    const visibility = visibilityChange(view.ids, view.rules, imported.wanted);
    const { lost, regained, unchanged } = visibility;
    const effect = `On ${view.provider} this would hide ${countOf(lost.length, 'model')}, bring back ${regained.length} and leave ${unchanged} as they are.`;
    return success(
      [effect, ...outcomeNotes(imported), 'Nothing was changed.'].join(' '),
      factsInLine(changeFacts(visibility), ...skippedFacts(imported)),
      importData(view, args.mode, imported, visibility),
    );
  },
);

/** A fact for the user with the number of parts that were skipped; empty if none was. */
function skippedFacts({ outcomes }: RulesImport): Said[] {
  const skipped = outcomes.filter(({ outcome }) => SKIPPED.includes(outcome)).length;
  return counted([skipped, say('model-filter.result.skipped', { count: skipped })]);
}

const SKIPPED: readonly RuleOutcome['outcome'][] = ['covered', 'duplicate', 'invalid'];

type ImportArguments = z.output<typeof previewRulesInput>;

/** Plans the import of a call on the page's rules. Throws a {@link FailedCall} or a `MissingPart`. */
function importOn(
  context: ModelFilterContext,
  args: ImportArguments,
): { view: ProviderView; imported: RulesImport } {
  const view = viewProvider(context, args.provider);
  const given = { ignore: args.ignore ?? null, whitelist: args.whitelist ?? null };
  const imported = computeImport(view.ids, { before: view.rules, given, mode: args.mode });
  if (args.mode === 'replace') refuseInvalid(imported, view.provider);
  return { view, imported };
}

function importData(
  { provider, ids }: ProviderView,
  mode: ImportMode,
  { outcomes, removed, wanted }: RulesImport,
  visibility: VisibilityChange,
): JsonObject {
  return {
    provider,
    mode,
    outcomes: outcomes.map(outcomeData),
    removed_rules: removed.map(ruleData),
    ...ruleSetData(ids, visibility, wanted),
  };
}

/** Rejects a replacing import that contains a text which cannot be a rule. Merging skips such texts. */
function refuseInvalid({ outcomes }: RulesImport, provider: string): void {
  const invalid = outcomes.filter((outcome) => outcome.outcome === 'invalid');
  const [first] = invalid;
  if (first === undefined) return;
  const more = invalid.length > 1 ? ` ${countOf(invalid.length - 1, 'other')} can’t be rules either.` : '';
  const message = `${JSON.stringify(first.pattern)} can’t be a rule: ${problemInWords(first.problem, first.pattern)}.${more} Nothing was changed.`;
  throw new FailedCall(failure('invalid_pattern', message, { provider, outcomes: invalid.map(outcomeData) }));
}

function changedLists({ outcomes, removed }: RulesImport): string[] {
  const added = outcomes.filter(({ outcome }) => outcome === 'added').length;
  const parts = counted(
    [added, `added ${countOf(added, 'rule')}`],
    [removed.length, `removed ${countOf(removed.length, 'rule')}`],
  );
  const text = parts.length === 0 ? ['put the rules into the given order'] : parts;
  return text.map((part, index) => (index === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part));
}

/**
 * Sentences on the number of rules that were not added, and on rules that only seem covered; the data has the details.
 */
function outcomeNotes({ outcomes }: RulesImport): string[] {
  const outcome = (kind: RuleOutcome['outcome'], what: string): [number, string] => {
    const count = outcomes.filter((each) => each.outcome === kind).length;
    return [count, `${count} ${what}`];
  };
  const skipped = counted(
    outcome('covered', 'covered by other rules'),
    outcome('duplicate', 'existing or given twice'),
    outcome('invalid', 'not valid as a rule'),
  );
  const seeminglyCovered = outcomes.flatMap((each) =>
    each.outcome === 'added'
      ? [
          ...(each.addition.notCoveredBy.length > 0 ? [each.pattern] : []),
          ...each.addition.kept.map(({ pattern }) => pattern),
        ]
      : [],
  );
  const stay = seeminglyCovered.length === 1 ? 'it stays' : 'they stay';
  return counted(
    [skipped.length, `Not added: ${skipped.join(', ')}.`],
    [
      seeminglyCovered.length,
      `${rulesInWords(seeminglyCovered)} would be covered by text only, not by the models, so ${stay}.`,
    ],
  );
}

function outcomeData(outcome: RuleOutcome): JsonObject {
  const data = { ...ruleData(outcome), outcome: outcome.outcome };
  switch (outcome.outcome) {
    case 'added': {
      const { addition } = outcome;
      return {
        ...data,
        ...(addition.replaced.length === 0 ? {} : { replaced_rules: addition.replaced }),
        ...falseCoverageData(addition),
      };
    }
    case 'covered':
      return { ...data, covered_by: outcome.by };
    case 'invalid':
      return { ...data, why: problemInWords(outcome.problem, outcome.pattern) };
    case 'kept':
    case 'duplicate':
      return data;
    default:
      return assertNever(outcome);
  }
}
