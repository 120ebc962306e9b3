import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import {
  type DecidedModel,
  decideModels,
  isVisible,
  matchingRules,
  type RuleReference,
} from './decide-models';
import { createMatcher } from './matcher';
import { type ModelFilterContext, rulesOf } from './model-filter-context';
import { nearTexts } from './near-texts';
import type { PageAccess } from './page-access';
import { ruleProblem } from './rule-list';
import { invalidPattern } from './rule-tools';
import { countOf } from './sentence-parts';
import { failure, listed, modelsInView, ruleLabel } from './tool-results';

/** `get_models_matching_pattern`: which models a pattern matches, whatever other rules make of them. */
export async function modelsMatchingPattern(
  page: PageAccess,
  pattern: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const problem = ruleProblem(pattern);
  if (problem !== null) return invalidPattern(pattern, problem);
  return withModels(page, signal, (models, { provider }) => {
    const matches = matching(models, pattern);
    if (matches.length === 0) return noMatch(models, pattern, provider);
    const hidden = matches.filter((model) => !isVisible(model.status)).length;
    return {
      success: true,
      message: `${JSON.stringify(pattern)} matches ${countOf(matches.length, 'model')} of ${provider}: ${matches.length - hidden} visible, ${hidden} hidden.`,
      data: {
        provider,
        pattern,
        ...listed('matching_models', namesOf(matches)),
        visible: matches.length - hidden,
        hidden,
      },
    };
  });
}

/** `explain_model_status`: why a model is visible or hidden. */
export async function explainModelStatus(
  page: PageAccess,
  model: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  return withModels(page, signal, (models, context) => {
    const found = findModel(models, model, context);
    if ('notFound' in found) return found.notFound;
    const others = matchingRules(found.model.id, rulesOf(context.drafts, context.provider)).slice(1);
    const also =
      others.length === 0
        ? ''
        : ` ${countOf(others.length, 'other rule')} would match it too, but ${others.length === 1 ? 'comes' : 'come'} later.`;
    return {
      success: true,
      message: `${statusSentence(found.model)}${also}`,
      data: { ...modelData(found.model, context.provider), other_matching_rules: others.map(ruleData) },
    };
  });
}

/** `get_model_details`: one model, or all of them in short when none is named. */
export async function modelDetails(
  page: PageAccess,
  model: string | null,
  signal: AbortSignal,
): Promise<ToolResult> {
  return withModels(page, signal, (models, context) => {
    if (model === null) return allModels(models, context.provider);
    const found = findModel(models, model, context);
    if ('notFound' in found) return found.notFound;
    return {
      success: true,
      message: statusSentence(found.model),
      data: modelData(found.model, context.provider),
    };
  });
}

async function withModels(
  page: PageAccess,
  signal: AbortSignal,
  answer: (models: DecidedModel[], context: ModelFilterContext) => ToolResult,
): Promise<ToolResult> {
  const { context } = await page.read(signal);
  const inView = modelsInView(context);
  if ('notReady' in inView) return inView.notReady;
  return answer(decideModels(inView.ids, rulesOf(context.drafts, context.provider)), context);
}

function matching(models: readonly DecidedModel[], pattern: string): DecidedModel[] {
  const matcher = createMatcher(pattern);
  return models.filter((model) => matcher.matchesModel(model.id, model.name));
}

function noMatch(models: readonly DecidedModel[], pattern: string, provider: string): ToolResult {
  const wider = `*${pattern.replace(/^\*+|\*+$/g, '')}*`;
  const count = matching(models, wider).length;
  const hint =
    count > 0
      ? `${JSON.stringify(wider)} would match ${countOf(count, 'model')}.`
      : 'A pattern has to fit the whole name; * stands for any text.';
  return failure('no_match', `No model of ${provider} matches ${JSON.stringify(pattern)}. ${hint}`, {
    pattern,
  });
}

function allModels(models: readonly DecidedModel[], provider: string): ToolResult {
  const visible = models.filter((model) => isVisible(model.status));
  const hidden = models.filter((model) => !isVisible(model.status));
  return {
    success: true,
    message: `${provider} has ${countOf(models.length, 'model')}: ${visible.length} visible, ${hidden.length} hidden.`,
    data: {
      provider,
      total: models.length,
      visible: visible.length,
      hidden: hidden.length,
      ...listed('visible_models', namesOf(visible)),
      ...listed('hidden_models', namesOf(hidden)),
    },
  };
}

/** A model by full id, or by a name that only one model has. */
function findModel(
  models: readonly DecidedModel[],
  text: string,
  { provider, providers }: ModelFilterContext,
): { model: DecidedModel } | { notFound: ToolResult } {
  const byId = models.find((model) => model.id === text);
  if (byId !== undefined) return { model: byId };
  const byName = models.filter((model) => model.name === text);
  const [only] = byName;
  if (only !== undefined && byName.length === 1) return { model: only };
  if (only !== undefined) {
    const message = `${JSON.stringify(text)} is the name of ${countOf(byName.length, 'model')}; use a full id.`;
    return {
      notFound: failure(
        'model_not_found',
        message,
        listed(
          'near_models',
          byName.map(({ id }) => id),
        ),
      ),
    };
  }
  const near = nearTexts(text, namesOf(models));
  const elsewhere = providers.find((other) => other !== provider && text.startsWith(`${other}/`));
  const hint =
    elsewhere !== undefined
      ? ` The page shows ${provider}; choose ${elsewhere} there to look at its models.`
      : near.length > 0
        ? ` Near names: ${near.join(', ')}.`
        : '';
  const message = `${provider} has no model ${JSON.stringify(text)}.${hint}`;
  return { notFound: failure('model_not_found', message, { near_models: near }) };
}

function namesOf(models: readonly DecidedModel[]): string[] {
  return models.map((model) => model.name);
}

function statusSentence({ name, status, rule }: DecidedModel): string {
  if (rule === null) return `${JSON.stringify(name)} is visible: no rule matches it.`;
  const verb = isVisible(status) ? 'kept visible' : 'hidden';
  return `${JSON.stringify(name)} is ${verb} by ${ruleLabel(rule.kind, rule.pattern)}.`;
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

function ruleData({ kind, pattern }: RuleReference): JsonObject {
  return { rule_type: kind, pattern };
}
