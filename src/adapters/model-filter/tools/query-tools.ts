import { z } from 'zod';
import type { ToolResult } from '@/src/schema/tool-result';
import { countOf, listed } from '../../kit/tool-results';
import {
  type DecidedModel,
  decideModels,
  isVisible,
  matchingRules,
  type RuleReference,
} from '../decide-models';
import { createMatcher } from '../matcher';
import type { PageAccess } from '../page-access';
import { ruleProblem } from '../rule-list';
import { ruleLabel } from '../sentence-parts';
import { decisionBudget } from '../step-budget';
import { declareTool, type ImplementationOf } from './declare-tool';
import { findModel, modelData, namesOf } from './find-model';
import { modelId, newRule, provider } from './input-parts';
import { PAGED_BY } from './paged-by';
import { type ProviderView, viewProvider } from './provider-view';
import { failure, invalidPattern, ruleData } from './tool-results';

/** Shadowed rules that a message names; the data has all of them. */
const MAX_NAMED_SHADOWED = 3;

export const modelsMatchingPatternTool = declareTool({
  name: 'get_models_matching_pattern',
  description:
    'Returns the models that a pattern matches, whatever rules there are. Use it to try a pattern before adding a rule. Fails with no_match, with a hint at a wider pattern.',
  input: newRule,
  effect: 'read',
  pagedBy: PAGED_BY,
});

export const modelDetailsTool = declareTool({
  name: 'get_model_details',
  description:
    'Returns id, name, status and deciding rule of a model; without model_id the provider’s rules in their order, how many models it has, and the names of the visible and the hidden ones.',
  input: z.strictObject({ model_id: modelId.optional(), provider }),
  effect: 'read',
  pagedBy: PAGED_BY,
});

export const explainStatusTool = declareTool({
  name: 'explain_model_status',
  description:
    'Explains why a model is visible or hidden: its status, the rule that decides, and every other rule that matches, each with why it doesn’t decide. Fails with model_not_found, with near names, if no model or more than one fits.',
  input: z.strictObject({ model_id: modelId, provider }),
  effect: 'read',
});

export const modelsMatchingPattern: ImplementationOf<typeof modelsMatchingPatternTool> = async (
  page,
  { pattern, provider: wanted },
) => {
  const problem = ruleProblem(pattern);
  if (problem !== null) return invalidPattern(pattern, problem);
  return withDecided(page, wanted, (models, view) => {
    const matches = matching(models, pattern);
    if (matches.length === 0) return noMatch(models, pattern, view);
    const hidden = matches.filter((model) => !isVisible(model.status)).length;
    return {
      success: true,
      message: `${JSON.stringify(pattern)} matches ${countOf(matches.length, 'model')} of ${view.provider}: ${matches.length - hidden} visible, ${hidden} hidden.`,
      data: {
        provider: view.provider,
        pattern,
        ...listed('matching_models', namesOf(matches)),
        visible: matches.length - hidden,
        hidden,
      },
    };
  });
};

export const explainStatus: ImplementationOf<typeof explainStatusTool> = (
  page,
  { model_id: model, provider: wanted },
) =>
  withDecided(page, wanted, (models, view) => {
    const found = findModel(models, model, view);
    if ('failed' in found) return found.failed;
    const [deciding, ...shadowed] = matchingRules(found.model.id, view.rules);
    const rules =
      deciding === undefined ? [] : shadowed.map((rule) => ({ rule, why: shadowedBy(deciding, rule) }));
    return {
      success: true,
      message: [statusSentence(found.model), ...shadowedNote(rules)].join(' '),
      data: {
        ...modelData(found.model, view.provider),
        shadowed_rules: rules.map(({ rule, why }) => ({ ...ruleData(rule), why })),
      },
    };
  });

export const modelDetails: ImplementationOf<typeof modelDetailsTool> = (
  page,
  { model_id: model, provider: wanted },
) =>
  withDecided(page, wanted, (models, view) => {
    if (model === undefined) return allModels(models, view);
    const found = findModel(models, model, view);
    if ('failed' in found) return found.failed;
    return {
      success: true,
      message: statusSentence(found.model),
      data: modelData(found.model, view.provider),
    };
  });

async function withDecided(
  page: PageAccess,
  wanted: string | undefined,
  resultOf: (models: readonly DecidedModel[], view: ProviderView) => ToolResult,
): Promise<ToolResult> {
  const view = await viewProvider(page, wanted);
  if ('failed' in view) return view.failed;
  return resultOf(decideModels(view.ids, view.rules), view);
}

function matching(models: readonly DecidedModel[], pattern: string): DecidedModel[] {
  const matcher = createMatcher(pattern, decisionBudget());
  return models.filter((model) => matcher.matchesModel(model.id, model.name));
}

function noMatch(
  models: readonly DecidedModel[],
  pattern: string,
  { provider: name }: ProviderView,
): ToolResult {
  const wider = `*${pattern.replace(/^\*+|\*+$/g, '')}*`;
  const count = matching(models, wider).length;
  const hint =
    count > 0
      ? `${JSON.stringify(wider)} would match ${countOf(count, 'model')}.`
      : 'A pattern has to fit the whole name; * stands for any text.';
  return failure('no_match', `No model of ${name} matches ${JSON.stringify(pattern)}. ${hint}`, {
    provider: name,
    pattern,
  });
}

function allModels(models: readonly DecidedModel[], { provider: name, rules }: ProviderView): ToolResult {
  const visible = models.filter((model) => isVisible(model.status));
  const hidden = models.filter((model) => !isVisible(model.status));
  return {
    success: true,
    message: `${name} has ${countOf(models.length, 'model')}: ${visible.length} visible, ${hidden.length} hidden.`,
    data: {
      provider: name,
      total: models.length,
      visible: visible.length,
      hidden: hidden.length,
      ignore_rules: rules.ignore,
      whitelist_rules: rules.whitelist,
      ...listed('visible_models', namesOf(visible)),
      ...listed('hidden_models', namesOf(hidden)),
    },
  };
}

function statusSentence({ name, status, rule }: DecidedModel): string {
  if (rule === null) return `${JSON.stringify(name)} is visible: no rule matches it.`;
  const verb = isVisible(status) ? 'kept visible' : 'hidden';
  return `${JSON.stringify(name)} is ${verb} by ${ruleLabel(rule.kind, rule.pattern)}.`;
}

function shadowedBy(deciding: RuleReference, shadowed: RuleReference): string {
  return shadowed.kind === deciding.kind ? 'it comes later in its list' : 'the whitelist comes first';
}

function shadowedNote(rules: readonly { rule: RuleReference; why: string }[]): string[] {
  if (rules.length === 0) return [];
  const named = rules
    .slice(0, MAX_NAMED_SHADOWED)
    .map(({ rule, why }) => `${ruleLabel(rule.kind, rule.pattern)} (${why})`);
  const rest = rules.length - named.length;
  const more = rest > 0 ? ` and ${countOf(rest, 'other rule')}` : '';
  return [`Matched too, without deciding: ${named.join(', ')}${more}.`];
}
