import { largestFitting } from '@/src/core/largest-fitting';
import { COST_PER_TOKEN, textCost } from '@/src/core/text/estimate-tokens';
import { visibleJson } from '@/src/core/text/visible-json';
import { memberNames } from '../kit/member-names';
import { isPlainName, nameText } from '../kit/plain-names';
import { type DecidedModel, decidedCounts, decideModels, isHidden } from '../kit/rules/decide-models';
import { modelName } from '../kit/rules/matcher';
import { type RuleKind, rulesOf } from '../kit/rules/provider-rules';
import { loadedModels, type ModelFilterContext, unsavedProviders } from './model-filter-context';
import {
  clippedName,
  clippedText,
  cutEntries,
  groupedLines,
  MAX_SHARING,
  shareBeginnings,
} from './name-lines';

/** The smallest budget that always fits a page's state with counts instead of names; replaces smaller budgets. */
export const MIN_CONTEXT_BUDGET_TOKENS = 200;
const MAX_SHOWN_TEXT = 300;
/**
 * Most highlighted models that are named. The user highlights one model, or a rule with its models; that rule is named,
 * too.
 */
const MAX_HIGHLIGHTED = 10;
/** Each list other than the models may take the budget divided by this number. */
const BUDGET_PARTS = 4;
const VISIBLE_GROUPS = 'visible models by group:';
const HIDDEN_GROUPS = 'hidden models by group:';
const GROUPS_END = 'use list_models for names';

/**
 * The page's state as lines for the model (docs/page-context.md), within `budgetTokens` as `estimateTokens`
 * counts them, but at least {@link MIN_CONTEXT_BUDGET_TOKENS}. Equal contexts give equal text. If the models
 * don't fit the budget, groups with exact counts replace them. Other lists and texts are cut, with a note of
 * how much is left out, only if one takes more than its part of the budget or if all of them leave no room
 * for the groups.
 */
export function encodeContext(context: ModelFilterContext, budgetTokens: number): string {
  const budget = Math.max(budgetTokens, MIN_CONTEXT_BUDGET_TOKENS) * COST_PER_TOKEN;
  const rules = rulesOf(context.drafts, context.provider);
  const models = decideModels(loadedModels(context, context.provider) ?? [], rules);
  const visible = models.filter((model) => !isHidden(model));
  const hidden = models.filter(isHidden);

  const head = largestHead(headOf(context, models), {
    maxShare: Math.floor(budget / BUDGET_PARTS),
    maxCost: budget - shortestGroups(visible.length, hidden.length),
  });
  if (leastCost(models) <= budget) {
    const whole = [
      ...head,
      'visible models:',
      ...orNone(modelLines(visible)),
      'hidden models:',
      ...orNone(modelLines(hidden)),
    ].join('\n');
    if (textCost(whole) <= budget) return whole;
  }

  const withGroups = (visibleLines: string[], hiddenLines: string[]) =>
    [...head, VISIBLE_GROUPS, ...visibleLines, HIDDEN_GROUPS, ...hiddenLines, GROUPS_END].join('\n');
  // An empty list takes a line, too: `none`.
  const ifEmpty = (side: readonly DecidedModel[]) => (side.length === 0 ? orNone([]) : []);
  const [visibleLines, hiddenLines] = groupedLines(
    [visible.map((model) => model.name), hidden.map((model) => model.name)],
    budget - textCost(withGroups(ifEmpty(visible), ifEmpty(hidden))),
  );
  return withGroups(orNone(visibleLines), orNone(hiddenLines));
}

/**
 * A lower bound for the cost of the models' names, in hundredths of a token: a shared line contains at least its longest
 * name. Avoids encoding names that cannot fit.
 */
function leastCost(models: readonly DecidedModel[]): number {
  return models.reduce(
    (sum, { name }) => sum + (isPlainName(name) ? name.length / MAX_SHARING : name.length),
    0,
  );
}

/** The cost of the shortest possible group lines of the models, in hundredths of a token. */
function shortestGroups(visible: number, hidden: number): number {
  const line = (count: number) => (count === 0 ? 'none' : `* ${count}`);
  return textCost(['', VISIBLE_GROUPS, line(visible), HIDDEN_GROUPS, line(hidden), GROUPS_END].join('\n'));
}

/**
 * The lines before the models, with the largest share per list and text that keeps their cost within
 * `maxCost`.
 */
function largestHead(
  headWith: (share: number) => string[],
  { maxShare, maxCost }: { maxShare: number; maxCost: number },
): string[] {
  const fits = (share: number) => textCost(headWith(share).join('\n')) <= maxCost;
  return headWith(fits(maxShare) ? maxShare : largestFitting(0, maxShare, fits));
}

/**
 * The lines before the models, as a function of the share (hundredths of a token) that each list and text may
 * take.
 */
function headOf(context: ModelFilterContext, models: readonly DecidedModel[]): (share: number) => string[] {
  const rules = ruleEntries(context, models);
  return (share) => [
    ...headLines(context, models, share),
    'ignore rules:',
    ...orNone(cutEntries(rules.ignore, share, rules.ignore.length)),
    'whitelist rules:',
    ...orNone(cutEntries(rules.whitelist, share, rules.whitelist.length)),
    ...(rules.others.length === 0
      ? []
      : ['rules of other providers:', ...cutEntries(rules.others, share, rules.others.length)]),
  ];
}

function headLines(context: ModelFilterContext, models: readonly DecidedModel[], share: number): string[] {
  const names = (providers: string[]) =>
    orNone(cutEntries(providers.map(nameText), share, providers.length)).join(', ');
  const { search } = context;
  return [
    `provider: ${clippedName(context.provider, share)}`,
    `providers: ${names(context.providers)}`,
    `models: ${modelCounts(context, models, share)}`,
    `unsaved changes: ${names(unsavedProviders(context))}`,
    ...(search === '' ? [] : [`search: ${shownText(search, share)}`]),
    ...highlightLines(context, share),
  ];
}

/** Lines on what the user highlighted; empty if nothing is. */
function highlightLines({ highlight: { rule, models } }: ModelFilterContext, share: number): string[] {
  const names = models.slice(0, MAX_HIGHLIGHTED).map((id) => nameText(modelName(id)));
  const pattern = rule && clippedText(rule.pattern, { maxUnits: rule.pattern.length, maxCost: share });
  return [
    ...(rule === null ? [] : [`highlighted rule: ${rule.kind} ${pattern}`]),
    ...(models.length === 0
      ? []
      : [`highlighted models: ${cutEntries(names, share, models.length).join(', ')}`]),
  ];
}

function shownText(text: string, share: number): string {
  return clippedText(text, { maxUnits: MAX_SHOWN_TEXT, maxCost: share });
}

function modelCounts(context: ModelFilterContext, models: readonly DecidedModel[], share: number): string {
  if (context.loading) return 'loading';
  if (context.error !== null) return `failed ${shownText(context.error, share)}`;
  if (loadedModels(context, context.provider) === null) return 'loading';
  const hidden = models.filter(isHidden).length;
  return `${models.length} total, ${models.length - hidden} available, ${hidden} hidden`;
}

/** The lines of the rules: those of the provider in view, and counts for the other providers. */
function ruleEntries(context: ModelFilterContext, models: readonly DecidedModel[]) {
  const rules = rulesOf(context.drafts, context.provider);
  const counts = decidedCounts(models, rules);
  const list = (kind: RuleKind) =>
    rules[kind].map(
      (pattern, index) =>
        `${ruleName(kind, index)} ${visibleJson(pattern)} decides ${counts[kind][index] ?? 0}`,
    );
  const others = memberNames(context.drafts)
    .filter((provider) => provider !== context.provider)
    .map((provider) => {
      const { ignore, whitelist } = rulesOf(context.drafts, provider);
      return `${nameText(provider)}: ${ignore.length} ignore, ${whitelist.length} whitelist`;
    });
  return { ignore: list('ignore'), whitelist: list('whitelist'), others };
}

/** Groups models by deciding rule, so that names with a common prefix can share a line. */
function modelLines(models: readonly DecidedModel[]): string[] {
  const namesByLabel = new Map<string, string[]>([['', []]]);
  for (const { name, rule } of models) {
    const label = rule === null ? '' : ` ${ruleName(rule.kind, rule.index)}`;
    // The first name with this label.
    const names = namesByLabel.get(label) ?? [];
    namesByLabel.set(label, names);
    names.push(name);
  }
  return [...namesByLabel].flatMap(([label, names]) => [
    ...shareBeginnings(
      names.filter((name) => isPlainName(name)),
      label,
    ),
    ...names.filter((name) => !isPlainName(name)).map((name) => nameText(name) + label),
  ]);
}

/**
 * The short name of a rule in the lines of the models: `i1` is the first ignore rule, `w1` the first whitelist rule.
 */
function ruleName(kind: RuleKind, index: number): string {
  return `${kind === 'ignore' ? 'i' : 'w'}${index + 1}`;
}

function orNone(lines: string[]): string[] {
  return lines.length === 0 ? ['none'] : lines;
}
