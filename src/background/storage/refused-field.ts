import type { z } from 'zod';

/**
 * Names the first field that a schema rejected, with the reason, for an error message.
 *
 * @param depth number of leading path segments that lead to the row itself
 */
export function refusedField(error: z.ZodError, depth: number): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'of an unknown field';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...issue.path.slice(depth), ...unknown].join('.');
  return `of its field “${field}” (${issue.message})`;
}
