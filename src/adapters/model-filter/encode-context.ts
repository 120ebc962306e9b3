import { visibleJson } from '@/src/core/context/visible-json';
import { type DecidedModel, decidedCounts, decideModels, isVisible } from './decide-models';
import { groupedLines } from './group-names';
import { modelName } from './matcher';
import {
  loadedModels,
  type ModelFilterContext,
  providersOf,
  type RuleKind,
  rulesOf,
  unsavedProviders,
} from './model-filter-context';
import { clippedText, nameText } from './page-text';
import { shareBeginnings } from './share-beginnings';

const CHARACTERS_PER_TOKEN = 4;
const MAX_SHOWN_TEXT = 300;
/** What people point at is one model, or the models of a rule that is named beside them. */
const MAX_HIGHLIGHTED = 10;
/** Parts of the budget, of which no list but those of the models may take more than one. */
const BUDGET_PARTS = 4;
const GROUPS_END = 'use list_models for names';

/**
 * The page's state as lines for the model (docs/page-context.md). Equal contexts give equal text. Where the models
 * don't fit the budget, they give way to groups with exact counts; the rules are cut only where they alone would
 * overrun it, and say how many are left out.
 */
export function encodeContext(context: ModelFilterContext, budgetTokens: number): string {
  const budget = budgetTokens * CHARACTERS_PER_TOKEN;
  const rules = rulesOf(context.drafts, context.provider);
  const models = decideModels(loadedModels(context, context.provider) ?? [], rules);
  const maxLength = budget / BUDGET_PARTS;
  const head = [...headLines(context, models, maxLength), ...ruleLines(context, models, maxLength)];
  const visible = models.filter((model) => isVisible(model.status));
  const hidden = models.filter((model) => !isVisible(model.status));

  const whole = [
    ...head,
    'visible models:',
    ...orNone(modelLines(visible)),
    'hidden models:',
    ...orNone(modelLines(hidden)),
  ].join('\n');
  if (whole.length <= budget) return whole;

  const frame = [...head, 'visible models by group:', 'hidden models by group:', GROUPS_END].join('\n');
  const [visibleLines, hiddenLines] = groupedLines(
    [visible.map((model) => model.name), hidden.map((model) => model.name)],
    budget - frame.length,
  );
  return [
    ...head,
    'visible models by group:',
    ...orNone(visibleLines),
    'hidden models by group:',
    ...orNone(hiddenLines),
    GROUPS_END,
  ].join('\n');
}

function headLines(
  context: ModelFilterContext,
  models: readonly DecidedModel[],
  maxLength: number,
): string[] {
  const names = (providers: string[]) => orNone(cutLines(providers.map(nameText), maxLength)).join(', ');
  return [
    `provider: ${nameText(context.provider)}`,
    `providers: ${names(context.providers)}`,
    `models: ${modelCounts(context, models)}`,
    `unsaved changes: ${names(unsavedProviders(context))}`,
    ...(context.search === '' ? [] : [`search: ${clippedText(context.search, MAX_SHOWN_TEXT)}`]),
    ...highlightLines(context),
  ];
}

/** What the person points at, as far as it is anything. */
function highlightLines({ highlight: { rule, models } }: ModelFilterContext): string[] {
  const names = models.slice(0, MAX_HIGHLIGHTED).map((id) => nameText(modelName(id)));
  const rest = models.length - names.length;
  return [
    ...(rule === null ? [] : [`highlighted rule: ${rule.kind} ${visibleJson(rule.pattern)}`]),
    ...(models.length === 0
      ? []
      : [`highlighted models: ${[...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')}`]),
  ];
}

function modelCounts(context: ModelFilterContext, models: readonly DecidedModel[]): string {
  if (context.loading) return 'loading';
  if (context.error !== null) return `failed ${clippedText(context.error, MAX_SHOWN_TEXT)}`;
  if (loadedModels(context, context.provider) === null) return 'loading';
  const available = models.filter((model) => isVisible(model.status)).length;
  return `${models.length} total, ${available} available, ${models.length - available} hidden`;
}

function ruleLines(
  context: ModelFilterContext,
  models: readonly DecidedModel[],
  maxLength: number,
): string[] {
  const rules = rulesOf(context.drafts, context.provider);
  const counts = decidedCounts(models, rules);
  const list = (kind: RuleKind) =>
    rules[kind].map(
      (pattern, index) =>
        `${ruleName(kind, index)} ${visibleJson(pattern)} decides ${counts[kind][index] ?? 0}`,
    );
  const others = providersOf(context.drafts)
    .filter((provider) => provider !== context.provider)
    .map((provider) => {
      const { ignore, whitelist } = rulesOf(context.drafts, provider);
      return `${nameText(provider)}: ${ignore.length} ignore, ${whitelist.length} whitelist`;
    });
  return [
    'ignore rules:',
    ...orNone(cutLines(list('ignore'), maxLength)),
    'whitelist rules:',
    ...orNone(cutLines(list('whitelist'), maxLength)),
    ...(others.length === 0 ? [] : ['rules of other providers:', ...cutLines(others, maxLength)]),
  ];
}

/** Models that the same rule decides stand together, so that names which begin alike can share a line. */
function modelLines(models: readonly DecidedModel[]): string[] {
  const namesByLabel = new Map<string, string[]>([['', []]]);
  for (const { name, rule } of models) {
    const label = rule === null ? '' : ` ${ruleName(rule.kind, rule.index)}`;
    const names = namesByLabel.get(label) ?? [];
    namesByLabel.set(label, names);
    names.push(name);
  }
  return [...namesByLabel].flatMap(([label, names]) => [
    ...shareBeginnings(
      names.filter((name) => nameText(name) === name),
      label,
    ),
    ...names.filter((name) => nameText(name) !== name).map((name) => nameText(name) + label),
  ]);
}

/** A rule as the lines of the models name it: `i1` is the first ignore rule, `w1` the first whitelist rule. */
function ruleName(kind: RuleKind, index: number): string {
  return `${kind === 'ignore' ? 'i' : 'w'}${index + 1}`;
}

function cutLines(lines: string[], maxLength: number): string[] {
  let length = 0;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > maxLength;
  });
  return fitting < 0 ? lines : [...lines.slice(0, fitting), `and ${lines.length - fitting} more`];
}

function orNone(lines: string[]): string[] {
  return lines.length === 0 ? ['none'] : lines;
}
