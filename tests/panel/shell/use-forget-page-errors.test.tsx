// @document
import { expect, it, vi } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import { useForgetPageErrors } from '@/src/panel/shell/chat-foot';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { CONNECTED } from '../connected-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function Errors({ page, error, dismiss }: { page: PageStatus; error: ErrorInfo; dismiss: () => void }) {
  useForgetPageErrors(page, error, dismiss);
  return null;
}

it.each<[string, ErrorCode, PageStatus, number]>([
  ['about its page goes when the page is back', 'page-gone', CONNECTED, 1],
  ['about its page stays while the page has another problem', 'page-gone', { state: 'silent', url: '' }, 0],
  ['about something else stays when the page is back', 'storage', CONNECTED, 0],
])('an error %s', (_, code, page, dismissals) => {
  const dismiss = vi.fn();
  const error: ErrorInfo = { code, message: 'No.', remedy: 'Wait.', details: null };
  rendering.render(<Errors page={{ state: 'gone' }} error={error} dismiss={dismiss} />);
  rendering.render(<Errors page={page} error={error} dismiss={dismiss} />);
  expect(dismiss).toHaveBeenCalledTimes(dismissals);
});
