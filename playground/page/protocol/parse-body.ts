import type { z } from 'zod';
import { ProtocolFailure } from './protocol-failure';

/** Parses a part of a request by a schema. Throws `bad-request` with the place that doesn't fit. */
export function parseBody<Body>(schema: z.ZodType<Body>, value: unknown, root: string): Body {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${[root, ...path].join('.')}: ${message}`);
  throw new ProtocolFailure('bad-request', issues.join('; '));
}
