import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { detailError, isOpenAiPath, openAiError } from './api-errors';

/** Requires `Authorization: Bearer <apiKey>`; null accepts every request. */
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

/** Digests have equal lengths, as a constant-time comparison requires. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
