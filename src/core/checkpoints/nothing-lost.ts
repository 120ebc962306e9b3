import { say } from '@/src/schema/values/said';
import { StewardError } from '../errors';

/** The error if there is nothing to restore. */
export function nothingLost(): StewardError {
  return new StewardError('not-found', say('error.checkpoints.nothingLost'), {
    remedy: say('error.checkpoints.nothingLostRemedy'),
  });
}
