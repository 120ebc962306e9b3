import { z } from 'zod';
import { joinWithAnd } from '@/src/core/text/join-texts';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { RULE_KINDS, rulesOf, rulesOnlyIn, sameRules } from '../../kit/rules/provider-rules';
import { newRuleProblem, problemInWords } from '../../kit/rules/rule-problems';
import { counted, countOf, nearTexts, success } from '../../kit/tool-results';
import type { ModelFilterContext } from '../model-filter-context';
import { modelsOf, rulesChange } from './provider-view';
import { changeInWords, ruleSetData, visibilityChange } from './rule-effect';
import { ASKS, failure, patterns, providerName, ruleData, tool } from './tool-parts';

const MAX_RULE_SETS = 200;
/** Most problems that a message names; the data contains all of them. */
const MAX_NAMED_PROBLEMS = 3;

const ruleSet = z.strictObject({
  provider: providerName,
  ignore: patterns,
  whitelist: patterns,
});
type GivenRuleSet = z.output<typeof ruleSet>;

export const applyRulesInput = z.strictObject({
  rule_sets: z
    .array(ruleSet)
    .min(1)
    .max(MAX_RULE_SETS)
    .describe('All rules of each provider to change, in order.'),
});

export const applyRulesTool = tool(
  {
    name: 'apply_rules',
    line: 'model-filter.call.applyRules',
    description: 'Replaces all rules of one or more providers in one write: what a set lacks is removed.',
    question: say('model-filter.question.apply'),
    input: applyRulesInput,
    ...ASKS,
  },
  (context, { rule_sets: given }) => {
    const problems = given.flatMap((set, index) => problemsOf(set, given.slice(0, index), context));
    if (problems.length > 0) return refused(problems);
    const providers = given.map(({ provider }) => provider);
    const changed = given.filter((set) => !sameRules(set, rulesOf(context.drafts, set.provider)));
    if (changed.length === 0) {
      return failure(
        'nothing_to_change',
        `${joinWithAnd(providers)} already ${providers.length === 1 ? 'has' : 'have'} these rules.`,
        { providers },
      );
    }
    // Look up all models first: a missing list restarts the computation, and deciding models takes time.
    const sets = given.map((set) => ({ set, ids: modelsOf(context, set.provider) }));
    const effects = sets.map(({ set, ids }) => effectOn(ids, context, set));
    const wanted = given.map(({ provider, ignore, whitelist }) => [provider, { ignore, whitelist }] as const);
    return rulesChange(context, wanted, (savedNote, forUser) =>
      success(
        `Applied the rules of ${joinWithAnd(providers)}: ${changeInWords(...effects.map(({ visibility }) => visibility))}. ${savedNote}`,
        forUser,
        { providers, rule_sets: effects.map(({ data }) => data) },
      ),
    );
  },
);

function effectOn(ids: readonly string[], context: ModelFilterContext, set: GivenRuleSet) {
  const { provider } = set;
  const before = rulesOf(context.drafts, provider);
  const visibility = visibilityChange(ids, before, set);
  const data: JsonObject = {
    provider,
    added_rules: rulesOnlyIn(set, before).map(ruleData),
    removed_rules: rulesOnlyIn(before, set).map(ruleData),
    ...ruleSetData(ids, visibility, set),
  };
  return { visibility, data };
}

/** The reasons why a rule set cannot be applied. `earlier` contains the sets before it in the same call. */
function problemsOf(
  set: GivenRuleSet,
  earlier: readonly GivenRuleSet[],
  context: ModelFilterContext,
): JsonObject[] {
  const { provider } = set;
  const existing = rulesOf(context.drafts, provider);
  const ofProvider = !context.providers.includes(provider)
    ? [noSuchProvider(nearTexts(provider, context.providers))]
    : earlier.some((other) => other.provider === provider)
      ? ['it has more than one rule set']
      : [];
  return [
    ...ofProvider.map((why) => ({ provider, why })),
    ...RULE_KINDS.flatMap((kind) => {
      const seen = new Set<string>();
      return set[kind].flatMap((pattern) => {
        const isTwice = seen.has(pattern);
        seen.add(pattern);
        const problem = newRuleProblem(pattern, existing[kind]);
        if (problem === null && !isTwice) return [];
        const why = problem === null ? 'it is listed twice' : problemInWords(problem, pattern);
        return [{ provider, ...ruleData({ kind, pattern }), why }];
      });
    }),
  ];
}

function noSuchProvider(near: readonly string[]): string {
  return `the page has no such provider${near.length === 0 ? '' : ` (near: ${near.join(', ')})`}`;
}

function refused(problems: readonly JsonObject[]): ToolResult {
  const named = problems.slice(0, MAX_NAMED_PROBLEMS).map(({ provider, pattern, why }) => {
    const what = pattern === undefined ? JSON.stringify(provider) : `${provider} ${JSON.stringify(pattern)}`;
    return `${what}: ${why}`;
  });
  const rest = problems.length - named.length;
  const more = counted([rest, countOf(rest, 'more problem')]);
  return failure('invalid_rules', `No rules were changed. ${[...named, ...more].join('; ')}.`, {
    problems: [...problems],
  });
}
