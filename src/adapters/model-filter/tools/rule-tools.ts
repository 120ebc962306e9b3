import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { countOf, listed, nearTexts } from '../../kit/tool-results';
import type { ModelFilterContext, RuleKind } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { addRule, type FalseCoverage, newRuleProblem, type RuleAddition, ruleLabel } from '../rule-list';
import { decisionBudget } from '../step-budget';
import { changeRules, type ProviderView, viewProvider } from './provider-view';
import {
  additionEffect,
  changeInWords,
  namesDecidedBy,
  removalEffect,
  visibilityChange,
} from './rule-effect';
import {
  declareTool,
  failure,
  type ImplementationOf,
  invalidPattern,
  knownRule,
  newRule,
  onlyProvider,
  PAGED_BY,
  rulesInWords,
} from './tool-parts';

export const addIgnoreRuleTool = declareTool({
  name: 'add_ignore_rule',
  description:
    'Adds an ignore rule, which hides the models that it matches unless a whitelist rule keeps them. Returns the models that the new rule decides, those that are newly hidden, and older rules that it replaced because it covers them. Fails with already_covered if an existing ignore rule makes it needless. The change is not saved.',
  input: newRule,
  effect: 'write',
  pagedBy: PAGED_BY,
});

export const removeIgnoreRuleTool = declareTool({
  name: 'remove_ignore_rule',
  description:
    'Removes an ignore rule. Returns the models that it decided and those that are visible again. Fails with rule_not_found, naming near rules. The change is not saved.',
  input: knownRule,
  effect: 'write',
  pagedBy: PAGED_BY,
});

export const addWhitelistRuleTool = declareTool({
  name: 'add_whitelist_rule',
  description:
    'Adds a whitelist rule, which keeps the models that it matches visible whatever the ignore rules say. Returns the models that the new rule decides, those that are brought back, and older rules that it replaced because it covers them. Fails with already_covered if an existing whitelist rule makes it needless. The change is not saved.',
  input: newRule,
  effect: 'write',
  pagedBy: PAGED_BY,
});

export const removeWhitelistRuleTool = declareTool({
  name: 'remove_whitelist_rule',
  description:
    'Removes a whitelist rule. Returns the models that it decided and those that ignore rules hide now. Fails with rule_not_found, naming near rules. The change is not saved.',
  input: knownRule,
  effect: 'write',
  pagedBy: PAGED_BY,
});

export const addIgnoreRule: ImplementationOf<typeof addIgnoreRuleTool> = (page, args) =>
  addRuleTo('ignore', page, args);

export const removeIgnoreRule: ImplementationOf<typeof removeIgnoreRuleTool> = (page, args) =>
  removeRuleFrom('ignore', page, args);

export const addWhitelistRule: ImplementationOf<typeof addWhitelistRuleTool> = (page, args) =>
  addRuleTo('whitelist', page, args);

export const removeWhitelistRule: ImplementationOf<typeof removeWhitelistRuleTool> = (page, args) =>
  removeRuleFrom('whitelist', page, args);

/** The pattern of a rule; without a provider, a rule of the provider in view. */
interface RuleArguments {
  pattern: string;
  provider?: string | undefined;
}

async function addRuleTo(
  kind: RuleKind,
  page: PageAccess,
  { pattern, provider }: RuleArguments,
): Promise<ToolResult> {
  const problem = newRuleProblem(pattern, []);
  if (problem !== null) return invalidPattern(pattern, problem);
  const view = await viewProvider(page, provider);
  if ('failed' in view) return view.failed;
  const { ids, rules } = view;
  const addition = addRule(rules[kind], pattern, ids, decisionBudget());
  if (addition.outcome !== 'added') return notAdded(kind, pattern, view.provider, addition);

  const wanted = { ...rules, [kind]: addition.list };
  const change = await changeRules(page, view.seen, [[view.provider, wanted]]);
  if ('failed' in change) return change.failed;
  const decided = namesDecidedBy(ids, wanted, kind, pattern);
  const visibility = visibilityChange(ids, rules, wanted);
  const effect = additionEffect(kind, pattern, ids, decided.length, visibility);
  const what = `${ruleLabel(kind, pattern)}${elsewhere(view.context, view.provider)}`;
  return {
    success: true,
    message: [
      `Added ${what}${inPlaceOf(addition.replaced)}: ${effect}.`,
      ...falseCoverageNotes(addition),
      change.savedNote,
    ].join(' '),
    data: {
      provider: view.provider,
      pattern,
      ...listed('affected_models', decided),
      ...(kind === 'ignore'
        ? listed('newly_hidden', visibility.newlyHidden)
        : listed('brought_back', visibility.broughtBack)),
      replaced_rules: addition.replaced,
      ...falseCoverageData(addition),
    },
  };
}

async function removeRuleFrom(
  kind: RuleKind,
  page: PageAccess,
  { pattern, provider }: RuleArguments,
): Promise<ToolResult> {
  const view = await viewProvider(page, provider);
  if ('failed' in view) return view.failed;
  const { ids, rules } = view;
  if (!rules[kind].includes(pattern)) return ruleNotFound(kind, pattern, view);

  const wanted = { ...rules, [kind]: rules[kind].filter((rule) => rule !== pattern) };
  const change = await changeRules(page, view.seen, [[view.provider, wanted]]);
  if ('failed' in change) return change.failed;
  const decided = namesDecidedBy(ids, rules, kind, pattern);
  const visibility = visibilityChange(ids, rules, wanted);
  const what = `${ruleLabel(kind, pattern)}${elsewhere(view.context, view.provider)}`;
  return {
    success: true,
    message: `Removed ${what}: ${removalEffect(kind, decided.length, visibility)}. ${change.savedNote}`,
    data: {
      provider: view.provider,
      pattern,
      ...listed('affected_models', decided),
      ...(kind === 'ignore'
        ? listed('brought_back', visibility.broughtBack)
        : listed('newly_hidden', visibility.newlyHidden)),
    },
  };
}

/** Rules that only seem to cover others when their texts are compared, as data; empty if there are none. */
export function falseCoverageData({
  notCoveredBy,
  kept,
}: Pick<Extract<RuleAddition, { outcome: 'added' }>, 'notCoveredBy' | 'kept'>): JsonObject {
  return {
    ...(notCoveredBy.length === 0 ? {} : { not_covered_by: notCoveredBy.map(asData) }),
    ...(kept.length === 0 ? {} : { kept_rules: kept.map(asData) }),
  };
}

function asData({ pattern, model }: FalseCoverage): JsonObject {
  return { pattern, model };
}

function falseCoverageNotes({ notCoveredBy, kept }: Extract<RuleAddition, { outcome: 'added' }>): string[] {
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
function elsewhere(context: ModelFilterContext, provider: string): string {
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
    : failure('duplicate_rule', `The ${ruleLabel(kind, pattern)} is there already; nothing was added.`, data);
}

function ruleNotFound(
  kind: RuleKind,
  pattern: string,
  { context, provider, rules }: ProviderView,
): ToolResult {
  const other: RuleKind = kind === 'ignore' ? 'whitelist' : 'ignore';
  const near = nearTexts(pattern, rules[kind]);
  const hint = rules[other].includes(pattern)
    ? ` It is in the ${other === 'ignore' ? 'ignore list' : 'whitelist'}.`
    : near.length === 0
      ? ''
      : ` Near rules: ${rulesInWords(near)}.`;
  return failure(
    'rule_not_found',
    `There is no ${ruleLabel(kind, pattern)}${elsewhere(context, provider)}.${hint}`,
    { provider, pattern, near_rules: near },
  );
}

export const clearIgnoreRulesTool = declareTool({
  name: 'clear_all_ignore_rules',
  description:
    'Removes every ignore rule of a provider. The user is asked first. Returns the removed rules and the models that are visible again. Fails with nothing_to_change if there are none. The change is not saved.',
  question: 'Remove every ignore rule of the provider?',
  input: onlyProvider,
  effect: 'write',
  defaultPermission: 'ask',
  pagedBy: PAGED_BY,
});

export const clearWhitelistRulesTool = declareTool({
  name: 'clear_all_whitelist_rules',
  description:
    'Removes every whitelist rule of a provider. The user is asked first. Returns the removed rules and the models that ignore rules hide now. Fails with nothing_to_change if there are none. The change is not saved.',
  question: 'Remove every whitelist rule of the provider?',
  input: onlyProvider,
  effect: 'write',
  defaultPermission: 'ask',
  pagedBy: PAGED_BY,
});

export const clearIgnoreRules: ImplementationOf<typeof clearIgnoreRulesTool> = (page, { provider }) =>
  clearRules('ignore', page, provider);

export const clearWhitelistRules: ImplementationOf<typeof clearWhitelistRulesTool> = (page, { provider }) =>
  clearRules('whitelist', page, provider);

async function clearRules(
  kind: RuleKind,
  page: PageAccess,
  provider: string | undefined,
): Promise<ToolResult> {
  const view = await viewProvider(page, provider);
  if ('failed' in view) return view.failed;
  const { ids, rules } = view;
  const removed = rules[kind];
  if (removed.length === 0) {
    return failure('nothing_to_change', `${view.provider} has no ${kind} rules; nothing was removed.`, {
      provider: view.provider,
    });
  }
  const wanted = { ...rules, [kind]: [] };
  const change = await changeRules(page, view.seen, [[view.provider, wanted]]);
  if ('failed' in change) return change.failed;
  const visibility = visibilityChange(ids, rules, wanted);
  return {
    success: true,
    message: `Removed ${countOf(removed.length, `${kind} rule`)} of ${view.provider}: ${changeInWords(visibility)}. ${change.savedNote}`,
    data: {
      provider: view.provider,
      removed_rules: removed,
      removed_count: removed.length,
      ...(kind === 'ignore'
        ? listed('brought_back', visibility.broughtBack)
        : listed('newly_hidden', visibility.newlyHidden)),
    },
  };
}
