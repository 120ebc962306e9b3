import { type StewardError, textError } from '../errors';

/** The error if there is nothing to restore. */
export function nothingLost(): StewardError {
  return textError('not-found', 'error.checkpoints.nothingLost');
}
