import { StewardError } from '@/src/core/errors';

/** The chat's page can't be reached: closed, navigated elsewhere, or reloading. */
export function pageGone(details: string): StewardError {
  return new StewardError('page-gone', 'The page of this chat is not open any more, or is reloading.', {
    remedy: 'Open it again, then retry.',
    details,
  });
}

/** The page's document is there, but its scripts don't run, or don't answer. */
export function pageSilent(limitMs: number): StewardError {
  return new StewardError('timeout', `The page did not answer within ${limitMs / 1_000} s.`, {
    remedy: 'Close any dialog that the page shows, or reload the page, then try again.',
  });
}

/** The browser doesn't let Steward look at a page. */
export function notAllowed(details: string): StewardError {
  return new StewardError('permission-missing', 'Steward may not look at this page yet.', {
    remedy: 'Click Steward’s toolbar button on that page, then try again.',
    details,
  });
}

/** The person switched Steward off, everywhere or on this site. */
export function turnedOff(scope: 'everywhere' | 'site'): StewardError {
  const where = scope === 'everywhere' ? 'everywhere' : 'on this site';
  return new StewardError('turned-off', `Steward is switched off ${where}.`, {
    remedy: 'Switch it on again, then retry.',
  });
}

/** The content script answered something that doesn't fit its schema. */
export function badAnswer(details: string): StewardError {
  return new StewardError('page-protocol', 'The page answered in a form that Steward doesn’t understand.', {
    remedy: 'Reload the page; if it stays so, the page speaks another version than this Steward.',
    details,
  });
}
