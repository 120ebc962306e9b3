import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { keyRefused } from './api-errors';

/** Requires `Authorization: Bearer <apiKey>`; null accepts every request. */
export function requireApiKey(apiKey: string | null): MiddlewareHandler {
  const expected = apiKey === null ? null : digest(apiKey);
  return async (context, next) => {
    const sent = /^Bearer\s+(.*)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    if (expected === null || timingSafeEqual(digest(sent), expected)) return next();
    return keyRefused(context);
  };
}

/** Digests have equal lengths, as a constant-time comparison requires. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
