import type { Context } from 'hono';
import { keyRefused, type OpenAiError, openAiError } from '../api-errors';
import { exhaustedStream, failureOfStatus } from '../upstream/exhausted-stream';
import type { FaultName } from './fault-name';

const LOGIN_PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

/**
 * Answers of the faults that replace the answer. `model` is the requested model; `redirectUrl` is the target of
 * `redirect`.
 */
const REFUSALS = {
  'html-200': (context: Context) => context.html(LOGIN_PAGE),
  'json-error-200': (context: Context) =>
    openAiError(context, 200, serverError('The model behind this endpoint failed.')),
  'error-event-200': () => exhaustedStream('demo', failureOfStatus(429), 'Too many requests.'),
  401: keyRefused,
  403: (context: Context) =>
    openAiError(context, 403, requestError('This key may not do that.', 'permission_denied')),
  404: (context: Context) =>
    openAiError(context, 404, requestError('There is nothing at this address.', null)),
  429: (context: Context) => {
    context.header('Retry-After', '1');
    const error = requestError('Too many requests. Try again in a second.', 'rate_limit_exceeded');
    return openAiError(context, 429, { ...error, type: 'rate_limit_error' });
  },
  500: (context: Context) => openAiError(context, 500, serverError('The server failed.')),
  'model-gone': (context: Context, { model }: RefusedRequest) => {
    const error = requestError(`The model ${JSON.stringify(model)} does not exist.`, 'model_not_found');
    return openAiError(context, 404, { ...error, param: 'model' });
  },
  redirect: (context: Context, { redirectUrl }: RefusedRequest) => context.redirect(redirectUrl, 307),
} as const satisfies Partial<Record<FaultName, unknown>>;

interface RefusedRequest {
  model: string;
  redirectUrl: string;
}

type Refusal = `${keyof typeof REFUSALS}`;

/** True if the fault replaces the answer. */
export function isRefusal(fault: FaultName | null): fault is Refusal {
  return fault !== null && Object.hasOwn(REFUSALS, fault);
}

/** The answer of a fault that replaces it. */
export function refuse(context: Context, fault: Refusal, request: RefusedRequest): Response {
  return REFUSALS[fault](context, request);
}

function requestError(message: string, code: string | null): OpenAiError {
  return { message, type: 'invalid_request_error', param: null, code };
}

function serverError(message: string): OpenAiError {
  return { message, type: 'server_error', param: null, code: 'internal_error' };
}
