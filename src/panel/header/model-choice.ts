import type { ModelInfo } from '@/src/core/llm/ai-service';
import { MAX_LISTED_MODELS } from '@/src/core/llm/read-model-list';
import type { ModelListState } from '@/src/panel/data/use-models';

/**
 * True if the endpoint's complete list lacks the chat's model: it was removed, or its id was typed. The request is sent in either
 * case, since only the endpoint knows. An empty list says nothing of any model.
 */
export function isUnlisted(modelList: ModelListState, chosen: string | null): boolean {
  if (chosen === null || modelList.state !== 'loaded' || isCut(modelList.models)) return false;
  return modelList.models.length > 0 && modelList.models.every(({ id }) => id !== chosen);
}

/** True if the list has reached its limit: the endpoint may offer more models. */
export function isCut(models: readonly ModelInfo[]): boolean {
  return models.length >= MAX_LISTED_MODELS;
}
