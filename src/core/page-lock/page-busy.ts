import { StewardError } from '../errors';
import type { PageHolder } from '../records/run-status';
/** The error for an action on a page on which another chat works. */
export function pageBusy({ title }: PageHolder): StewardError {
  return new StewardError('busy', `The chat “${title}” is working on this page.`, {
    remedy: 'Wait until it is done, or stop it.',
  });
}
