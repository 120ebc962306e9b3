import { type StewardError, textError } from '@/src/core/errors';

/** The error for a page to which the browser permits no access. */
export function notAllowed(details: string): StewardError {
  return textError('permission-missing', 'error.sites.noAccess', { details });
}

/** The error for a page that the browser closes to all extensions, whatever the user permits. */
export function closedToExtensions(details: string): StewardError {
  return textError('page-unknown', 'error.sites.closedToExtensions', { details });
}

/** The error for a page where Steward is off: the user switched it off, or the organisation doesn't allow it. */
export function turnedOff(scope: 'everywhere' | 'site' | 'managed'): StewardError {
  if (scope === 'managed') return textError('turned-off', 'error.managed.page', { remedy: 'remedy.managed' });
  return textError(
    'turned-off',
    scope === 'everywhere' ? 'error.sites.offEverywhere' : 'error.sites.offHere',
    { remedy: 'error.sites.offRemedy' },
  );
}
