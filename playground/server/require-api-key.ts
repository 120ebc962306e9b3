import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { detailError, isOpenAiPath, openAiError } from './api-errors';

/** Lets a request pass only with `Authorization: Bearer <apiKey>`; with null, every request. */
export function requireApiKey(apiKey: string | null): MiddlewareHandler {
  const expected = apiKey === null ? null : digest(apiKey);
  return async (context, next) => {
    const sent = /^Bearer\s+(.*)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    if (expected === null || timingSafeEqual(digest(sent), expected)) return next();
    const message = 'Invalid or missing API Key';
    return isOpenAiPath(context.req.path)
      ? openAiError(context, 401, {
          message,
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        })
      : detailError(context, 401, message);
  };
}

/** Digests are of one length, as a comparison in constant time needs. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
