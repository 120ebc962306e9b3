import type { z } from 'zod';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { decideModels } from '../../kit/rules/decide-models';
import { decisionBudget } from '../../kit/rules/decision-budget';
import type { RuleKind, RuleSet } from '../../kit/rules/provider-rules';
import { invalidPattern, newRuleProblem, problemInWords } from '../../kit/rules/rule-problems';
import { rememberedWork } from '../../kit/slices';
import { countOf, listed, nearTexts, success } from '../../kit/tool-results';
import type { ModelFilterContext } from '../model-filter-context';
import { addRule, type Coverage, type RuleAddition, ruleLabel } from '../rule-list';
import { type ProviderView, rulesChange, viewProvider } from './provider-view';
import {
  additionEffect,
  changeInWords,
  flippedData,
  type ListEffect,
  namesDecidedBy,
  removalEffect,
  visibilityChange,
} from './rule-effect';
import {
  ASKS,
  type FilterChange,
  failure,
  type ModelFilterTool,
  oneRule,
  onlyProvider,
  rulesInWords,
  tool,
  WRITES,
} from './tool-parts';

/** The tools that change one list of a provider. */
export const ruleTools: readonly ModelFilterTool[] = [
  tool(
    {
      name: 'add_ignore_rule',
      line: 'model-filter.call.addIgnoreRule',
      description: 'Hides the models that a pattern matches, unless a whitelist rule keeps them.',
      input: oneRule,
      ...WRITES,
    },
    addRuleTo('ignore'),
  ),
  tool(
    {
      name: 'remove_ignore_rule',
      line: 'model-filter.call.removeIgnoreRule',
      description: 'Removes an ignore rule.',
      input: oneRule,
      ...WRITES,
    },
    removeRuleFrom('ignore'),
  ),
  tool(
    {
      name: 'add_whitelist_rule',
      line: 'model-filter.call.addWhitelistRule',
      description: 'Keeps the models that a pattern matches visible, whatever ignore rules say.',
      input: oneRule,
      ...WRITES,
    },
    addRuleTo('whitelist'),
  ),
  tool(
    {
      name: 'remove_whitelist_rule',
      line: 'model-filter.call.removeWhitelistRule',
      description: 'Removes a whitelist rule.',
      input: oneRule,
      ...WRITES,
    },
    removeRuleFrom('whitelist'),
  ),
  tool(
    {
      name: 'clear_all_ignore_rules',
      line: 'model-filter.call.clearAllIgnoreRules',
      description: 'Removes all ignore rules.',
      question: say('model-filter.question.clearIgnore'),
      input: onlyProvider,
      ...ASKS,
    },
    clearRules('ignore'),
  ),
  tool(
    {
      name: 'clear_all_whitelist_rules',
      line: 'model-filter.call.clearAllWhitelistRules',
      description: 'Removes all whitelist rules.',
      question: say('model-filter.question.clearWhitelist'),
      input: onlyProvider,
      ...ASKS,
    },
    clearRules('whitelist'),
  ),
];

/**
 * Computes the call of a tool that changes one rule. Without a provider in the arguments, it changes the provider in
 * view.
 */
type ComputeRule = (context: ModelFilterContext, args: z.output<typeof oneRule>) => ToolResult | FilterChange;

const addedRule = rememberedWork(
  (ids: readonly string[], { list, pattern }: { list: string[]; pattern: string }) =>
    addRule(list, pattern, ids, decisionBudget()),
);

function addRuleTo(kind: RuleKind): ComputeRule {
  return (context, { pattern, provider }) => {
    const problem = newRuleProblem(pattern, []);
    if (problem !== null) return invalidPattern(pattern, problemInWords(problem, pattern));
    const view = viewProvider(context, provider);
    const addition = addedRule(view.ids, { list: view.rules[kind], pattern });
    if (addition.outcome !== 'added') return notAdded(kind, pattern, view.provider, addition);

    return listChange(view, kind, addition.list, 'come', ({ wanted, effect, savedNote, forUser }) => {
      const decided = namesDecidedBy(view.ids, wanted, kind, pattern);
      const what = `${ruleLabel({ kind, pattern })}${elsewhere(view)}${inPlaceOf(addition.replaced)}`;
      return success(
        [
          `Added ${what}: ${additionEffect(effect, pattern, decideModels(view.ids, wanted), decided.length)}.`,
          ...falseCoverageNotes(addition),
          savedNote,
        ].join(' '),
        forUser,
        {
          provider: view.provider,
          pattern,
          ...listed('affected_models', decided),
          ...flippedData(effect),
          replaced_rules: addition.replaced,
          ...falseCoverageData(addition),
        },
      );
    });
  };
}

function removeRuleFrom(kind: RuleKind): ComputeRule {
  return (context, { pattern, provider }) => {
    const view = viewProvider(context, provider);
    const { ids, rules } = view;
    if (!rules[kind].includes(pattern)) return ruleNotFound(kind, pattern, view);

    const remaining = rules[kind].filter((rule) => rule !== pattern);
    return listChange(view, kind, remaining, 'gone', ({ effect, savedNote, forUser }) => {
      const decided = namesDecidedBy(ids, rules, kind, pattern);
      const what = `${ruleLabel({ kind, pattern })}${elsewhere(view)}`;
      return success(`Removed ${what}: ${removalEffect(effect, decided.length)}. ${savedNote}`, forUser, {
        provider: view.provider,
        pattern,
        ...listed('affected_models', decided),
        ...flippedData(effect),
      });
    });
  };
}

function clearRules(
  kind: RuleKind,
): (context: ModelFilterContext, args: z.output<typeof onlyProvider>) => ToolResult | FilterChange {
  return (context, args) => {
    const view = viewProvider(context, args.provider);
    const { provider } = view;
    const removed = view.rules[kind];
    if (removed.length === 0) {
      const message = `${provider} has no ${kind} rules; nothing was removed.`;
      return failure('nothing_to_change', message, { provider });
    }
    return listChange(view, kind, [], 'gone', ({ effect, savedNote, forUser }) =>
      success(
        `Removed ${countOf(removed.length, `${kind} rule`)} of ${provider}: ${changeInWords(effect)}. ${savedNote}`,
        forUser,
        {
          provider,
          removed_rules: removed,
          removed_count: removed.length,
          ...flippedData(effect),
        },
      ),
    );
  };
}

/** Creates the change that replaces a list of rules by `list`. `does` states whether rules are added or removed. */
function listChange(
  { context, provider, ids, rules }: ProviderView,
  kind: RuleKind,
  list: string[],
  does: ListEffect['does'],
  resultOf: (made: { wanted: RuleSet; effect: ListEffect; savedNote: string; forUser: Said }) => ToolResult,
): FilterChange {
  const wanted = { ...rules, [kind]: list };
  const effect = { kind, does, ...visibilityChange(ids, rules, wanted) };
  return rulesChange(context, [[provider, wanted]], (savedNote, forUser) =>
    resultOf({ wanted, effect, savedNote, forUser }),
  );
}

/** Rules that cover others by text only, for the `data` of a result; empty if there are none. */
export function falseCoverageData({ notCoveredBy, kept }: Coverage): JsonObject {
  return {
    ...(notCoveredBy.length === 0 ? {} : { not_covered_by: notCoveredBy }),
    ...(kept.length === 0 ? {} : { kept_rules: kept }),
  };
}

function falseCoverageNotes({ notCoveredBy, kept }: Coverage): string[] {
  const [older] = notCoveredBy;
  const [other] = kept;
  return [
    ...(older === undefined
      ? []
      : [
          `By its text ${rulesInWords(notCoveredBy.map(({ pattern }) => pattern))} would cover it, but ${JSON.stringify(older.model)} is matched only by the new rule.`,
        ]),
    ...(other === undefined
      ? []
      : [
          `By its text it would cover ${rulesInWords(kept.map(({ pattern }) => pattern))} too, which stays because ${JSON.stringify(other.model)} is matched only there.`,
        ]),
  ];
}

/** Names the provider unless it is the one in view. */
function elsewhere({ context, provider }: ProviderView): string {
  return provider === context.provider ? '' : ` of ${provider}`;
}

function inPlaceOf(replaced: readonly string[]): string {
  return replaced.length === 0 ? '' : ` in place of ${rulesInWords(replaced)}`;
}

function notAdded(
  kind: RuleKind,
  pattern: string,
  provider: string,
  addition: Exclude<RuleAddition, { outcome: 'added' }>,
): ToolResult {
  const by = addition.outcome === 'covered' ? addition.by : [pattern];
  const data = { provider, pattern, existing_rules: by };
  return addition.outcome === 'covered'
    ? failure(
        'already_covered',
        `${JSON.stringify(pattern)} is already covered by the ${kind} list’s ${rulesInWords(by)}; nothing was added.`,
        data,
      )
    : failure(
        'duplicate_rule',
        `The ${ruleLabel({ kind, pattern })} is there already; nothing was added.`,
        data,
      );
}

function ruleNotFound(kind: RuleKind, pattern: string, view: ProviderView): ToolResult {
  const { provider, rules } = view;
  const other: RuleKind = kind === 'ignore' ? 'whitelist' : 'ignore';
  const near = nearTexts(pattern, rules[kind]);
  const hint = rules[other].includes(pattern)
    ? ` It is in the ${other === 'ignore' ? 'ignore list' : 'whitelist'}.`
    : near.length === 0
      ? ''
      : ` Near rules: ${rulesInWords(near)}.`;
  return failure('rule_not_found', `There is no ${ruleLabel({ kind, pattern })}${elsewhere(view)}.${hint}`, {
    provider,
    pattern,
    near_rules: near,
  });
}
