import { StewardError } from '../errors';
import type { PageHolder } from '../records/run-status';
/** Another chat works on the page. */
export function pageBusy({ title }: PageHolder): StewardError {
  return new StewardError('busy', `The chat “${title}” is working on this page.`, {
    remedy: 'Wait until it is done, or stop it.',
  });
}
