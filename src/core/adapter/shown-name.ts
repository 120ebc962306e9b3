import { type StewardError, textError } from '../errors';

/** Longest name of a thing on a page that can be shown there, in UTF-16 units. */
export const MAX_SHOWN_NAME_LENGTH = 1_000;

/** The error for a name of which the page has nothing in sight: it is gone, filtered out, or was never there. */
export function notInSight(): StewardError {
  return textError('not-found', 'error.adapter.notInSight');
}
