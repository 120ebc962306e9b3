import type { z } from 'zod';
import { type StewardError, textError } from '@/src/core/errors';
import { answerTooLarge } from '@/src/core/shared-errors';

/** The cause in each error of {@link pageCrashed}. */
const CRASH = Symbol('crash');

/** The error for a tab that is open without a document. A run waits for its page as for a closed one. */
export function pageCrashed(details: string): StewardError {
  return textError('page-gone', 'error.page.crashed', { details, cause: CRASH });
}

/** True for the errors of {@link pageCrashed}. */
export function isCrash({ cause }: StewardError): boolean {
  return cause === CRASH;
}

/** Maximum number of schema errors in the details; a hostile answer may have a million. */
export const MAX_SCHEMA_ERRORS = 3;
const MAX_SCHEMA_ERROR_LENGTH = 200;

/** The first schema errors of an answer on one line, each cut to a limit, for the details of an error. */
export function schemaErrors({ issues }: Pick<z.ZodError, 'issues'>): string {
  const named = issues
    .slice(0, MAX_SCHEMA_ERRORS)
    .map(({ path, message }) =>
      `${path.map(String).join('.')}: ${message}`.slice(0, MAX_SCHEMA_ERROR_LENGTH),
    );
  const rest = issues.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** The error for a page's state that doesn't match the adapter's schema. */
export function badContext(error: Pick<z.ZodError, 'issues'>): StewardError {
  const details = schemaErrors(error);
  if (!error.issues.some(({ code }) => code === 'too_big')) return badAnswer(details);
  return answerTooLarge(details);
}

/** The error for a content script's answer that doesn't match its schema. */
export function badAnswer(details: string): StewardError {
  return textError('page-protocol', 'error.page.unknownAnswer', { details });
}
