import type { OpenAiError } from './api-errors';

/** The error for an unknown or hidden model: clients can't distinguish the two. */
export function modelNotFound(id: string): OpenAiError {
  return {
    message: `The model ${JSON.stringify(id)} does not exist or is hidden. GET /v1/models lists those that can be used.`,
    type: 'invalid_request_error',
    param: 'model',
    code: 'model_not_found',
  };
}
