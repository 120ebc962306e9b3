import { StewardError } from '@/src/core/errors';
import type { ModelList } from './use-models';

/** Whether the endpoint has answered, and no longer lists the chat's model. */
export function isModelGone(modelList: ModelList, chosen: string | null): boolean {
  return chosen !== null && modelList.state === 'loaded' && modelList.models.every(({ id }) => id !== chosen);
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
