import { expect, it } from 'vitest';
import { toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/page-status';
import { pageElsewhereError } from '@/src/panel/header/is-page-elsewhere';
import { pageCard } from '@/src/panel/shell/page-card';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';

const GONE: PageStatus = { state: 'gone' };
const SILENT: PageStatus = { state: 'silent', url: 'http://x' };
const CLOSED: PageStatus = { state: 'not-allowed', url: 'http://x' };
const failed = (code: ErrorCode): ErrorInfo => ({ code, message: 'No.', remedy: 'Wait.', details: null });
const NOT_SENT = toErrorInfo(pageElsewhereError());

it.each<[string, Partial<Parameters<typeof pageCard>[0]>, ReturnType<typeof pageCard>]>([
  ['no problem', {}, null],
  ['a closed page', { page: GONE }, 'page'],
  ['a page in another window', { isElsewhere: true }, 'elsewhere'],
  ['a page in another window that doesn’t answer', { isElsewhere: true, page: SILENT }, 'page'],
  [
    'a message that wasn’t sent to another window, whose page doesn’t answer',
    { isElsewhere: true, page: SILENT, error: NOT_SENT },
    'elsewhere',
  ],
  ['a conflict of another kind', { isElsewhere: true, error: failed('conflict') }, 'elsewhere'],
  [
    'a refused new chat, beside everything else',
    { refusedPage: CLOSED, page: GONE, isElsewhere: true },
    'new-chat',
  ],
  ['an error that says the same as the page’s card', { page: GONE, error: failed('page-gone') }, 'page'],
  ['an error of access that says the same', { page: CLOSED, error: failed('permission-missing') }, 'page'],
  ['an error that says more than the page’s card', { page: SILENT, error: failed('timeout') }, 'error'],
  ['an error about a page that is connected', { error: failed('page-gone') }, 'error'],
  ['an error about something else', { page: GONE, error: failed('storage') }, 'page'],
])('the card for %s is the most specific one', (_, problems, card) => {
  expect(pageCard({ refusedPage: null, error: null, page: null, isElsewhere: false, ...problems })).toBe(
    card,
  );
});
