import type { z } from 'zod';

/**
 * The field that made a schema refuse a value, with the reason, for an error's message.
 *
 * @param depth number of leading parts of the path that lead to the row itself
 */
export function refusedField(error: z.ZodError, depth: number): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'of an unknown field';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...issue.path.slice(depth), ...unknown].join('.');
  return `of its field “${field}” (${issue.message})`;
}
