import { z } from 'zod';

/**
 * Schema for an object used as a map, with keys from outside. `z.record` silently drops a key `__proto__`;
 * this schema keeps it.
 */
export function mapSchema<Value>(
  key: z.ZodType<string>,
  value: z.ZodType<Value>,
): z.ZodType<{ [key: string]: Value }> {
  return z
    .custom<object>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'no object',
    )
    .transform((input, context) => {
      const read = <Part>(schema: z.ZodType<Part>, part: unknown, name: string): Part => {
        const parsed = schema.safeParse(part);
        if (parsed.success) return parsed.data;
        for (const issue of parsed.error.issues) {
          // The issues that zod reports and those that `addIssue` takes differ only in optional fields.
          const moved = { ...issue, input: part, path: [name, ...issue.path] };
          context.addIssue(moved as Parameters<typeof context.addIssue>[0]);
        }
        return z.NEVER;
      };
      // Built from entries: an assignment to `__proto__` would set the prototype.
      return Object.fromEntries(
        Object.entries(input).map(([name, member]) => [read(key, name, name), read(value, member, name)]),
      );
    });
}
