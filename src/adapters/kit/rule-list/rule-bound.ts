import { StewardError } from '@/src/core/errors';
import type { ToolResult } from '@/src/core/records/tool-result';
import { countOf, failure } from '../tool-results';

/** Most rules of one list of a server: a page with a longer one isn't read, so no change may lead to one. */
export const MAX_LIST_RULES = 2_000;

const LIMIT = `at most ${countOf(MAX_LIST_RULES, 'rule')}`;

/** The failure of a call that would make a list too long; null if it fits. */
export function tooManyRules(count: number): ToolResult | null {
  if (count <= MAX_LIST_RULES) return null;
  const message = `The list would have ${countOf(count, 'rule')}, and can have ${LIMIT}. Nothing was changed: use patterns, or remove rules first.`;
  return failure('too_many_rules', message);
}

/** Throws `too-complex` if one of the lists, by their names, is too long. */
export function assertReadable(lists: { readonly [name: string]: readonly string[] }): void {
  for (const [name, { length }] of Object.entries(lists)) {
    if (length <= MAX_LIST_RULES) continue;
    throw new StewardError(
      'too-complex',
      `The list of ${name} has ${countOf(length, 'rule')}; Steward reads ${LIMIT}.`,
      {
        remedy: 'Replace rules of that list by patterns, on the page or in the server’s configuration.',
      },
    );
  }
}
