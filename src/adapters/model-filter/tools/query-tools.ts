import type { ToolResult } from '@/src/core/records/tool-result';
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
import { countOf, ruleLabel } from '../sentence-parts';
import { findModel, modelData, namesOf } from './find-model';
import { type ProviderView, viewProvider } from './provider-view';
import { failure, invalidPattern, listed, ruleData } from './tool-results';

/** Shadowed rules that a message names; the data name them all. */
const MAX_NAMED_SHADOWED = 3;

/** `get_models_matching_pattern`: which models a pattern matches, whatever other rules make of them. */
export async function modelsMatchingPattern(
  page: PageAccess,
  { pattern, provider }: { pattern: string; provider: string | null },
): Promise<ToolResult> {
  const problem = ruleProblem(pattern);
  if (problem !== null) return invalidPattern(pattern, problem);
  return withDecided(page, provider, (models, view) => {
    const matches = matching(models, pattern);
    if (matches.length === 0) return noMatch(models, pattern, view.provider);
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
}

/** `explain_model_status`: why a model is visible or hidden, and why the other rules that match don't decide. */
export async function explainModelStatus(
  page: PageAccess,
  { model, provider }: { model: string; provider: string | null },
): Promise<ToolResult> {
  return withDecided(page, provider, (models, view) => {
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
}

/** `get_model_details`: one model; when none is named, the provider's rules and all its models in short. */
export async function modelDetails(
  page: PageAccess,
  { model, provider }: { model: string | null; provider: string | null },
): Promise<ToolResult> {
  return withDecided(page, provider, (models, view) => {
    if (model === null) return allModels(models, view);
    const found = findModel(models, model, view);
    if ('failed' in found) return found.failed;
    return {
      success: true,
      message: statusSentence(found.model),
      data: modelData(found.model, view.provider),
    };
  });
}

async function withDecided(
  page: PageAccess,
  provider: string | null,
  answer: (models: readonly DecidedModel[], view: ProviderView) => ToolResult,
): Promise<ToolResult> {
  const view = await viewProvider(page, provider);
  if ('failed' in view) return view.failed;
  return answer(decideModels(view.ids, view.rules), view);
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
    provider,
    pattern,
  });
}

function allModels(models: readonly DecidedModel[], { provider, rules }: ProviderView): ToolResult {
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

/** Why a rule that matches doesn't decide. */
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
