import type { Context } from 'hono';
import { assertNever } from '../../assert-never';
import { keyRefused, type OpenAiError, openAiError } from '../api-errors';
import { exhaustedStream, failureOfStatus } from '../upstream/exhausted-stream';

/** Faults that replace the answer. */
export type Refusal =
  | 'html-200'
  | 'json-error-200'
  | 'error-event-200'
  | '401'
  | '403'
  | '404'
  | '429'
  | '500'
  | 'model-gone'
  | 'redirect';

const LOGIN_PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

/** The answer of a fault. `model`: the requested model; `redirectUrl`: the target of `redirect`. */
export function refuse(context: Context, fault: Refusal, model: string, redirectUrl: string): Response {
  switch (fault) {
    case 'html-200':
      return context.html(LOGIN_PAGE);
    case 'json-error-200':
      return openAiError(context, 200, serverError('The model behind this endpoint failed.'));
    case 'error-event-200':
      return exhaustedStream('demo', failureOfStatus(429), 'Too many requests.');
    case '401':
      return keyRefused(context);
    case '403':
      return openAiError(context, 403, requestError('This key may not do that.', 'permission_denied'));
    case '404':
      return openAiError(context, 404, requestError('There is nothing at this address.', null));
    case '429':
      context.header('Retry-After', '1');
      return openAiError(context, 429, {
        ...requestError('Too many requests. Try again in a second.', 'rate_limit_exceeded'),
        type: 'rate_limit_error',
      });
    case '500':
      return openAiError(context, 500, serverError('The server failed.'));
    case 'model-gone':
      return openAiError(context, 404, {
        ...requestError(`The model ${JSON.stringify(model)} does not exist.`, 'model_not_found'),
        param: 'model',
      });
    case 'redirect':
      return context.redirect(redirectUrl, 307);
    default:
      return assertNever(fault);
  }
}

function requestError(message: string, code: string | null): OpenAiError {
  return { message, type: 'invalid_request_error', param: null, code };
}

function serverError(message: string): OpenAiError {
  return { message, type: 'server_error', param: null, code: 'internal_error' };
}
