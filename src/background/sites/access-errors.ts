import { StewardError } from '@/src/core/errors';

/** The error for a page to which the browser permits no access. */
export function notAllowed(details: string): StewardError {
  return new StewardError('permission-missing', 'Steward has no access to this page yet.', {
    remedy: 'Click Steward’s toolbar button on that page, then try again.',
    details,
  });
}

/** The error for a page that the browser closes to all extensions, whatever the user permits. */
export function closedToExtensions(details: string): StewardError {
  return new StewardError('page-unknown', 'The browser does not allow extensions on this page.', {
    remedy: 'Go to your admin page and click Steward’s toolbar button there.',
    details,
  });
}

/** The error for a page where the user has switched Steward off. */
export function turnedOff(scope: 'everywhere' | 'site'): StewardError {
  return new StewardError(
    'turned-off',
    scope === 'everywhere' ? 'Steward is switched off everywhere.' : 'Steward is switched off on this site.',
    { remedy: 'Switch it on again, then retry.' },
  );
}
