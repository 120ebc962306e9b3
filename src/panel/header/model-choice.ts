import { StewardError } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { MAX_LISTED_MODELS } from '@/src/core/llm/read-model-list';
import type { ModelListState } from '@/src/panel/data/use-models';
import { i18n } from '@/src/texts/i18n';

/** True if the endpoint's complete list no longer contains the chat's model. An empty list says nothing of any model. */
export function isModelGone(modelList: ModelListState, chosen: string | null): boolean {
  if (chosen === null || modelList.state !== 'loaded' || isCut(modelList.models)) return false;
  if (modelList.models.length === 0) return false;
  return modelList.models.every(({ id }) => id !== chosen);
}

/** True if the list has reached its limit: the endpoint may offer more models. */
export function isCut(models: readonly ModelInfo[]): boolean {
  return models.length >= MAX_LISTED_MODELS;
}

/**
 * Error for a model that is no longer offered; null if the model is offered, none is chosen, or the list isn't complete. Steward
 * never switches to another model by itself.
 */
export function modelProblem(
  modelList: ModelListState,
  chosen: string | null,
  connectionLabel: string,
): StewardError | null {
  if (chosen === null || !isModelGone(modelList, chosen)) return null;
  return new StewardError(
    'model-not-found',
    i18n.t('header.model.noLongerOffered', { connection: connectionLabel, model: chosen }),
    {
      remedy: i18n.t('header.model.noLongerOfferedRemedy'),
    },
  );
}
