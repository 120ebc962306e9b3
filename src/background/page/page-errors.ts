import type { z } from 'zod';
import { StewardError } from '@/src/core/errors';
import type { JsonBounds } from '@/src/schema/values/json-bounds';

/** The error for an unreachable page of a chat: it is closed, navigated elsewhere, or reloading. */
export function pageGone(details: string): StewardError {
  return new StewardError('page-gone', 'The page of this chat is not open any more, or is reloading.', {
    remedy: 'Open it again, then retry.',
    details,
  });
}

const CRASHED = 'The page of this chat has crashed, or the browser has unloaded it.';

/** The error for a tab that is open without a document. A run waits for its page as for a closed one. */
export function pageCrashed(details: string): StewardError {
  return new StewardError('page-gone', CRASHED, { remedy: 'Reload it.', details });
}

/** True for the errors of {@link pageCrashed}. */
export function isCrash({ message }: StewardError): boolean {
  return message === CRASHED;
}

/** The error for a page whose document exists, but whose scripts are blocked or don't answer. */
export function pageSilent(limitMs: number): StewardError {
  return new StewardError('timeout', `The page did not answer within ${limitMs / 1_000} s.`, {
    remedy: 'Close any dialog that the page shows, or reload the page, then try again.',
  });
}

/** The error for a content script's answer that exceeds the bounds of any page's answer. */
export function answerTooLarge(bounds: JsonBounds, exceeded: keyof JsonBounds): StewardError {
  const bound =
    exceeded === 'levels'
      ? `nested more than ${bounds.levels} levels deep`
      : `longer than ${bounds.length.toLocaleString('en-US')} characters`;
  return new StewardError(
    'page-protocol',
    `The page’s answer is ${bound}, which is more than Steward accepts.`,
    {
      remedy: 'Reload the page; if it happens again, its page protocol has to be repaired.',
    },
  );
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
  return new StewardError('page-protocol', 'The page reports more than Steward accepts.', {
    remedy: 'Remove some on the page, then try again.',
    details,
  });
}

/** The error for a content script's answer that doesn't match its schema. */
export function badAnswer(details: string): StewardError {
  return new StewardError('page-protocol', 'The page answered in a form that Steward doesn’t understand.', {
    remedy: 'Reload the page. If the error persists, update Steward or the page, whichever is older.',
    details,
  });
}
