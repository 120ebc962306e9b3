import { StewardError } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';

/** The error for a page to which the browser permits no access. */
export function notAllowed(details: string): StewardError {
  return new StewardError('permission-missing', say('error.sites.noAccess'), {
    remedy: say('error.sites.noAccessRemedy'),
    details,
  });
}

/** The error for a page that the browser closes to all extensions, whatever the user permits. */
export function closedToExtensions(details: string): StewardError {
  return new StewardError('page-unknown', say('error.sites.closedToExtensions'), {
    remedy: say('error.sites.closedToExtensionsRemedy'),
    details,
  });
}

/** The error for a page where the user has switched Steward off. */
export function turnedOff(scope: 'everywhere' | 'site'): StewardError {
  return new StewardError(
    'turned-off',
    say(scope === 'everywhere' ? 'error.sites.offEverywhere' : 'error.sites.offHere'),
    { remedy: say('error.sites.offRemedy') },
  );
}
