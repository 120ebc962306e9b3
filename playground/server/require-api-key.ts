import type { MiddlewareHandler } from 'hono';
import { timingSafeEqual } from 'hono/utils/buffer';
import { keyRefused } from './api-errors';

/** Requires `Authorization: Bearer <apiKey>`; null accepts every request. */
export function requireApiKey(apiKey: string | null): MiddlewareHandler {
  return async (context, next) => {
    const sent = /^Bearer\s+(.*)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    if (apiKey === null || (await timingSafeEqual(sent, apiKey))) return next();
    return keyRefused(context);
  };
}
