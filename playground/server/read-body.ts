import type { HonoRequest } from 'hono';
import type { z } from 'zod';

/**
 * A parsed request body, or its problem: a sentence, and the dotted path of the invalid field; null if no field is at
 * fault.
 */
export type Body<Value> = { ok: true; value: Value } | { ok: false; problem: string; field: string | null };

/** Parses a body as JSON by a schema, whatever its content type. */
export async function readBody<Value>(request: HonoRequest, schema: z.ZodType<Value>): Promise<Body<Value>> {
  let body: unknown;
  try {
    body = await request.json();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `The body isn’t JSON: ${reason}.`, field: null };
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}.`);
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return { ok: false, problem: problems.join(' '), field: field === '' ? null : field };
}
