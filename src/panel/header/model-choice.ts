import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { ModelListState } from '@/src/panel/data/use-models';
import { MAX_LISTED_MODELS } from '@/src/schema/values/limits';

/**
 * True if the endpoint's complete list lacks the chat's model, because it was removed or the user typed its id. Requests are sent all the
 * same, since only the endpoint knows. An empty list says nothing about any model.
 */
export function isUnlisted(modelList: ModelListState, chosen: string | null): boolean {
  if (chosen === null || modelList.state !== 'loaded' || isCut(modelList.models)) return false;
  return modelList.models.length > 0 && modelList.models.every(({ id }) => id !== chosen);
}

/** True if the list has reached its limit, so that the endpoint may offer more models. */
export function isCut(models: readonly ModelInfo[]): boolean {
  return models.length >= MAX_LISTED_MODELS;
}
