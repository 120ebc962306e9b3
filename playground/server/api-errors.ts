import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error in OpenAI's format. `param` is the invalid field of the body; `code` is machine-readable. */
export interface OpenAiError {
  message: string;
  type: 'invalid_request_error' | 'rate_limit_error' | 'server_error';
  param: string | null;
  code: string | null;
}

/** Responds with an error in OpenAI's format, which clients of the models and chat routes expect. */
export function openAiError(context: Context, status: ContentfulStatusCode, error: OpenAiError): Response {
  return context.json({ error }, status);
}

/** Responds with an error in the admin API's format. `detail` is for the user. */
export function detailError(context: Context, status: ContentfulStatusCode, detail: string): Response {
  return context.json({ detail }, status);
}

/** Refuses a missing or wrong key with the real proxy's message and format, which are the same for all its routes. */
export function keyRefused(context: Context): Response {
  return detailError(context, 401, 'Invalid or missing API Key');
}

/** True if this path answers errors in OpenAI's format. */
export function isOpenAiPath(path: string): boolean {
  return /^\/v1\/(?:models|chat)(?:\/|$)/.test(path);
}
