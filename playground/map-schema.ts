import { z } from 'zod';

/**
 * Schema of an object used as a map with keys from outside. `z.record` silently drops the key `__proto__`; this schema
 * keeps it.
 */
export function mapSchema<Value>(value: z.ZodType<Value>): z.ZodType<{ [key: string]: Value }> {
  return z
    .custom<object>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'no object',
    )
    .transform((input, context) => {
      const read = ([name, member]: [string, unknown]): [string, Value] => {
        const parsed = value.safeParse(member);
        if (parsed.success) return [name, parsed.data];
        for (const { message, path } of parsed.error.issues) {
          context.addIssue({ code: 'custom', message, path: [name, ...path] });
        }
        return [name, z.NEVER];
      };
      // Assigning to the key `__proto__` would set the prototype.
      return Object.fromEntries(Object.entries(input).map(read));
    });
}
