import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An error as OpenAI's API words it: `param` is the faulty field of the body, `code` is for programs. */
export interface OpenAiError {
  message: string;
  type: 'invalid_request_error' | 'rate_limit_error' | 'server_error';
  param: string | null;
  code: string | null;
}

/** Answers with an error in OpenAI's shape, as clients of the models and chat routes expect. */
export function openAiError(context: Context, status: ContentfulStatusCode, error: OpenAiError): Response {
  return context.json({ error }, status);
}

/** Answers with an error in the admin API's shape. `detail` is for people. */
export function detailError(context: Context, status: ContentfulStatusCode, detail: string): Response {
  return context.json({ detail }, status);
}

/** Whether the errors of a path have OpenAI's shape. */
export function isOpenAiPath(path: string): boolean {
  return /^\/v1\/(?:models|chat)(?:\/|$)/.test(path);
}
