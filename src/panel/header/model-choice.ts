import { StewardError } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { MAX_LISTED_MODELS } from '@/src/core/llm/read-model-list';
import type { ModelList } from './use-models';

/** Whether the endpoint has answered, and no longer lists the chat's model. Unknown where its list was cut. */
export function isModelGone(modelList: ModelList, chosen: string | null): boolean {
  if (chosen === null || modelList.state !== 'loaded' || isCut(modelList.models)) return false;
  return modelList.models.every(({ id }) => id !== chosen);
}

/** Whether an endpoint may have listed more models than are kept. */
export function isCut(models: readonly ModelInfo[]): boolean {
  return models.length >= MAX_LISTED_MODELS;
}

/** Why nothing can be sent with this model; null if it can. A model that went away is never replaced by another. */
export function modelProblem(
  modelList: ModelList,
  chosen: string | null,
  connectionLabel: string,
): StewardError | null {
  if (!isModelGone(modelList, chosen)) return null;
  return new StewardError('model-not-found', `${connectionLabel} no longer offers ${chosen}.`, {
    remedy: 'Choose another model at the top of the panel, then send again.',
  });
}
