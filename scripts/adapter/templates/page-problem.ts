import { StewardError } from '@/src/core/errors';

/** The error for a page that can't be read (`page-protocol`) or that refuses a change (`state-refused`). */
export function pageProblem(code: 'page-protocol' | 'state-refused', message: string): StewardError {
  return new StewardError(code, message, {
    remedy:
      'Wait until the page has loaded, then try again. If it was redesigned, its adapter has to follow.',
  });
}
