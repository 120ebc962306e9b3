import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { nearTexts } from '../../kit/near-texts';
import { countOf, listed } from '../../kit/tool-results';
import { type DecidedModel, isVisible } from '../decide-models';
import type { ProviderView } from './provider-view';
import { failure, ruleData } from './tool-results';

/** Finds a model by full id, or by a name that only one model has; otherwise a failure with near names. */
export function findModel(
  models: readonly DecidedModel[],
  text: string,
  { context, provider }: ProviderView,
): { model: DecidedModel } | { failed: ToolResult } {
  const byId = models.find((model) => model.id === text);
  if (byId !== undefined) return { model: byId };
  const byName = models.filter((model) => model.name === text);
  const [only] = byName;
  if (only !== undefined && byName.length === 1) return { model: only };
  if (only !== undefined) {
    const ids = byName.map(({ id }) => id);
    const message = `${JSON.stringify(text)} is the name of ${countOf(ids.length, 'model')}; use a full id.`;
    return { failed: failure('model_not_found', message, { provider, ...listed('near_models', ids) }) };
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
  return { failed: failure('model_not_found', message, { provider, near_models: near }) };
}

export function namesOf(models: readonly DecidedModel[]): string[] {
  return models.map((model) => model.name);
}

/** A model in the `data` of a result. */
export function modelData({ id, name, status, rule }: DecidedModel, provider: string): JsonObject {
  return {
    id,
    name,
    provider,
    status,
    visible: isVisible(status),
    deciding_rule: rule === null ? null : ruleData(rule),
  };
}
