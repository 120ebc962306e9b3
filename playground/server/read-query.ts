import type { HonoRequest } from 'hono';
import type { z } from 'zod';

/** A request's query, or its problems: a sentence for each invalid parameter. */
export type Query<Value> = { ok: true; value: Value } | { ok: false; problem: string };

/**
 * Parses a query by a schema. An empty parameter counts as left out, as forms send it; unknown ones are
 * ignored.
 */
export function readQuery<Value>(request: HonoRequest, schema: z.ZodType<Value>): Query<Value> {
  const given = Object.entries(request.query()).filter(([, value]) => value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
  return { ok: false, problem: problems.join(' ') };
}
