import { z } from 'zod';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, type Said, say } from '@/src/schema/values/said';
import { FailedCall } from '../../kit/computed-tool';
import {
  type DecidedModel,
  decidedCounts,
  decideModels,
  isHidden,
  isVisible,
  matchingModels,
  matchingRules,
  type RuleReference,
} from '../../kit/rules/decide-models';
import { RULE_KINDS, rulesOf } from '../../kit/rules/provider-rules';
import { invalidPattern, problemInWords, ruleProblem } from '../../kit/rules/rule-problems';
import { batchOfList, countOf, LIST_MODELS, listed, nearTexts, success } from '../../kit/tool-results';
import { loadedModels, type ModelFilterContext } from '../model-filter-context';
import { ruleLabel } from '../rule-list';
import { knownProvider, type ProviderView, viewProvider } from './provider-view';
import { namesOf } from './rule-effect';
import {
  failure,
  LIST_RULES,
  limit,
  MAX_TEXT_LENGTH,
  type ModelFilterTool,
  modelId,
  offset,
  oneRule,
  provider,
  ruleData,
  tool,
} from './tool-parts';

/** Most shadowed rules that a message names; the data contains all of them. */
const MAX_NAMED_SHADOWED = 3;

const SHOWN_MODELS = ['all', 'visible', 'hidden', 'kept', 'unmatched'] as const;
type ShownModels = (typeof SHOWN_MODELS)[number];

/** `rule` sorts models by deciding rule, in order of evaluation; models without a rule are last. */
const MODEL_ORDERS = ['name', 'rule'] as const;
type ModelOrder = (typeof MODEL_ORDERS)[number];

const contains = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .optional()
  .describe('Part of the id or pattern, in any case.');

export const readTools: readonly ModelFilterTool[] = [
  tool(
    {
      name: 'get_models_matching_pattern',
      line: 'model-filter.call.getModelsMatchingPattern',
      description: 'Lists the models that a pattern matches, hidden or not.',
      input: oneRule,
      effect: 'read',
      readWith: LIST_MODELS,
    },
    (context, { pattern, provider: wanted }) => {
      const problem = ruleProblem(pattern);
      if (problem !== null) return invalidPattern(pattern, problemInWords(problem, pattern));
      const { provider, models } = viewModels(context, wanted);
      const matches = matchingModels(models, pattern);
      if (matches.length === 0) return noMatch(models, pattern, provider);
      const hidden = matches.filter(isHidden).length;
      return success(
        `${JSON.stringify(pattern)} matches ${countOf(matches.length, 'model')} of ${provider}: ${matches.length - hidden} visible, ${hidden} hidden.`,
        say('model-filter.result.matching', { count: matches.length }),
        {
          provider,
          pattern,
          ...listed('matching_models', namesOf(matches)),
          visible: matches.length - hidden,
          hidden,
        },
      );
    },
  ),
  tool(
    {
      name: 'get_model_details',
      line: 'model-filter.call.getModelDetails',
      description:
        'Returns status and deciding rule of a model; without model_id all rules and names of a provider.',
      input: z.strictObject({ model_id: modelId.optional(), provider }),
      effect: 'read',
      readWith: LIST_MODELS,
    },
    (context, { model_id: named, provider }) => {
      const view = viewModels(context, provider);
      if (named === undefined) return allModels(view);
      const model = findModel(named, view);
      return success(statusSentence(model), statusFacts(model), modelData(model, view.provider));
    },
  ),
  tool(
    {
      name: 'explain_model_status',
      line: 'model-filter.call.explainModelStatus',
      description: 'Explains why a model is visible or hidden: the deciding rule and all others that match.',
      input: z.strictObject({ model_id: modelId, provider }),
      effect: 'read',
    },
    (context, { model_id: named, provider }) => {
      const view = viewModels(context, provider);
      const model = findModel(named, view);
      const [deciding, ...shadowed] = matchingRules(model.id, view.rules);
      const rules =
        deciding === undefined ? [] : shadowed.map((rule) => ({ rule, why: shadowedBy(deciding, rule) }));
      return success([statusSentence(model), ...shadowedNote(rules)].join(' '), statusFacts(model), {
        ...modelData(model, view.provider),
        shadowed_rules: rules.map(({ rule, why }) => ({ ...ruleData(rule), why })),
      });
    },
  ),
  tool(
    {
      name: LIST_MODELS,
      line: 'model-filter.call.listModels',
      description: 'Lists models with status and deciding rule. Go on until next_offset is null.',
      input: z.strictObject({
        show: z
          .enum(SHOWN_MODELS)
          .optional()
          .describe('kept: by a whitelist rule; unmatched: by no rule. Default: all.'),
        contains,
        sort: z.enum(MODEL_ORDERS).optional().describe('rule: by deciding rule. Default: name.'),
        offset,
        limit,
        provider,
      }),
      effect: 'read',
    },
    (context, args) => {
      const view = viewModels(context, args.provider);
      // The tool's description states these defaults to the model.
      const { show = 'all', contains = '', sort = 'name' } = args;
      const wanted = contains.toLowerCase();
      const found = view.models.filter(
        (model) => IS_SHOWN[show](model) && model.id.toLowerCase().includes(wanted),
      );
      const shown = batchOfList(ordered(found, sort), args);
      const what = countOf(found.length, show === 'all' ? 'model' : `${show} model`);
      const filter =
        contains === ''
          ? ''
          : ` with ${JSON.stringify(contains)} in ${found.length === 1 ? 'its' : 'their'} id`;
      return success(
        `${view.provider} has ${what}${filter}${shown.range}.`,
        say('model-filter.pageLine.models', { count: found.length }),
        {
          provider: view.provider,
          models: shown.entries.map((model) => entry(model, view.provider)),
          ...shown.place,
        },
      );
    },
  ),
  tool(
    {
      name: LIST_RULES,
      line: 'model-filter.call.listRules',
      description: 'Lists rules in order. Go on until next_offset is null.',
      input: z.strictObject({
        rule_type: z.enum(RULE_KINDS).optional().describe('Default: both.'),
        contains,
        offset,
        limit,
        provider,
      }),
      effect: 'read',
    },
    (context, args) => {
      const { rule_type: onlyKind, contains = '' } = args;
      const name = knownProvider(context, args.provider);
      const rules = rulesOf(context.drafts, name);
      // The models aren't loaded for their numbers.
      const ids = loadedModels(context, name);
      const counts = ids && decidedCounts(decideModels(ids, rules), rules);
      const wanted = contains.toLowerCase();
      const found = RULE_KINDS.filter((kind) => onlyKind === undefined || kind === onlyKind)
        .flatMap((kind) =>
          rules[kind].map((pattern, index) => ({
            rule_type: kind,
            pattern,
            ...(counts && { decides: counts[kind][index] ?? 0 }),
          })),
        )
        .filter(({ pattern }) => pattern.toLowerCase().includes(wanted));
      const shown = batchOfList(found, args);
      const what = countOf(found.length, onlyKind === undefined ? 'rule' : `${onlyKind} rule`);
      const filter = contains === '' ? '' : ` with ${JSON.stringify(contains)} in the pattern`;
      return success(
        `${name} has ${what}${filter}${shown.range}.`,
        say('kit.result.rules', { count: found.length }),
        {
          provider: name,
          rules: shown.entries,
          ...shown.place,
        },
      );
    },
  ),
];

interface DecidedView extends ProviderView {
  models: readonly DecidedModel[];
}

function viewModels(context: ModelFilterContext, wanted: string | undefined): DecidedView {
  const view = viewProvider(context, wanted);
  return { ...view, models: decideModels(view.ids, view.rules) };
}

function noMatch(models: readonly DecidedModel[], pattern: string, name: string): ToolResult {
  const wider = `*${pattern.replace(/^\*+|\*+$/g, '')}*`;
  const count = matchingModels(models, wider).length;
  const hint =
    count > 0
      ? `${JSON.stringify(wider)} would match ${countOf(count, 'model')}.`
      : 'A pattern has to fit the whole name; * stands for any text.';
  return failure('no_match', `No model of ${name} matches ${JSON.stringify(pattern)}. ${hint}`, {
    provider: name,
    pattern,
  });
}

function allModels({ models, provider: name, rules }: DecidedView): ToolResult {
  const visible = models.filter((model) => !isHidden(model));
  const hidden = models.filter(isHidden);
  return success(
    `${name} has ${countOf(models.length, 'model')}: ${visible.length} visible, ${hidden.length} hidden.`,
    factsInLine(
      say('model-filter.pageLine.models', { count: models.length }),
      say('model-filter.pageLine.hidden', { count: hidden.length }),
    ),
    {
      provider: name,
      total: models.length,
      visible: visible.length,
      hidden: hidden.length,
      ignore_rules: rules.ignore,
      whitelist_rules: rules.whitelist,
      ...listed('visible_models', namesOf(visible)),
      ...listed('hidden_models', namesOf(hidden)),
    },
  );
}

/** The facts about a model in one line for the user: its name, and whether it is visible. */
function statusFacts(model: DecidedModel): Said {
  return factsInLine(
    model.name,
    say(isHidden(model) ? 'model-filter.part.hidden' : 'model-filter.part.visible'),
  );
}

function statusSentence({ name, status, rule }: DecidedModel): string {
  if (rule === null) return `${JSON.stringify(name)} is visible: no rule matches it.`;
  const verb = isVisible(status) ? 'kept visible' : 'hidden';
  return `${JSON.stringify(name)} is ${verb} by ${ruleLabel(rule)}.`;
}

function shadowedBy(deciding: RuleReference, shadowed: RuleReference): string {
  return shadowed.kind === deciding.kind ? 'it comes later in its list' : 'the whitelist comes first';
}

function shadowedNote(rules: readonly { rule: RuleReference; why: string }[]): string[] {
  if (rules.length === 0) return [];
  const named = rules.slice(0, MAX_NAMED_SHADOWED).map(({ rule, why }) => `${ruleLabel(rule)} (${why})`);
  const rest = rules.length - named.length;
  const more = rest > 0 ? ` and ${countOf(rest, 'other rule')}` : '';
  return [`Matched too, without deciding: ${named.join(', ')}${more}.`];
}

/**
 * Finds a model by full id, or by a name that only one model has. Throws a {@link FailedCall} that suggests similar
 * names.
 */
function findModel(text: string, { models, context, provider }: DecidedView): DecidedModel {
  const byId = models.find((model) => model.id === text);
  if (byId !== undefined) return byId;
  const byName = models.filter((model) => model.name === text);
  const [only] = byName;
  if (only !== undefined && byName.length === 1) return only;
  if (only !== undefined) {
    const ids = byName.map(({ id }) => id);
    const message = `${JSON.stringify(text)} is the name of ${countOf(ids.length, 'model')}; use a full id.`;
    throw new FailedCall(failure('model_not_found', message, { provider, ...listed('near_models', ids) }));
  }
  const near = nearTexts(text, namesOf(models));
  const elsewhere = context.providers.find((other) => other !== provider && text.startsWith(`${other}/`));
  const hint =
    elsewhere !== undefined
      ? ` It may be a model of ${elsewhere}: name that provider in the call.`
      : near.length > 0
        ? ` Near names: ${near.join(', ')}.`
        : ' Use list_models for the names that there are.';
  const message = `${provider} has no model ${JSON.stringify(text)}.${hint}`;
  throw new FailedCall(failure('model_not_found', message, { provider, near_models: near }));
}

function modelData({ id, name, status, rule }: DecidedModel, provider: string): JsonObject {
  return {
    id,
    name,
    provider,
    status,
    visible: isVisible(status),
    deciding_rule: rule === null ? null : ruleData(rule),
  };
}

/** For each choice of `show`: true for the models that it shows. */
const IS_SHOWN: Readonly<Record<ShownModels, (model: DecidedModel) => boolean>> = {
  all: () => true,
  visible: (model) => !isHidden(model),
  hidden: isHidden,
  kept: ({ status }) => status === 'whitelisted',
  unmatched: ({ status }) => status === 'normal',
};

/** Sorts models. They are already sorted by name, and the sort is stable. */
function ordered(models: readonly DecidedModel[], order: ModelOrder): DecidedModel[] {
  return order === 'name' ? [...models] : [...models].sort(compareRules);
}

function compareRules({ rule: left }: DecidedModel, { rule: right }: DecidedModel): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (left.kind !== right.kind) return left.kind === 'whitelist' ? -1 : 1;
  return left.index - right.index;
}

/** A model in a list; its id is omitted if it is `provider/name`. */
function entry({ id, name, status, rule }: DecidedModel, ofProvider: string): JsonObject {
  return {
    name,
    ...(id === `${ofProvider}/${name}` ? {} : { id }),
    status,
    ...(rule === null ? {} : { rule: ruleData(rule) }),
  };
}
