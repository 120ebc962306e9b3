import type { Context } from 'hono';
import { assertNever } from '../../assert-never';
import { type OpenAiError, openAiError } from '../api-errors';
import { modelNotFound } from '../model-not-found';

/** Faults that replace the answer. */
export type Refusal =
  | 'html-200'
  | 'json-error-200'
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
    case '401':
      return openAiError(context, 401, requestError('Invalid or missing API Key', 'invalid_api_key'));
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
      return openAiError(context, 404, modelNotFound(model));
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
