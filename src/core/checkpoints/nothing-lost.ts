import { StewardError } from '../errors';

/** The error if there is nothing to restore. */
export function nothingLost(): StewardError {
  return new StewardError('not-found', 'There are no lost changes left to restore.', {
    remedy: 'They are on the page again, or the page or what it saved has changed since.',
  });
}
