// @document
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import { NoChat } from '@/src/panel/shell/start/no-chat';
import { inShownChat } from '../../in-shown-chat';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

function show(page: PageStatus): void {
  rendering.render(
    inShownChat({ attachment: { state: 'unattached', page }, chatId: null, page }, <NoChat />),
  );
}

it('a page that is not ready, such as a sign-in page, is shown with the next step', () => {
  show({ state: 'unknown', url: 'https://a.test/x' });
  expect(
    rendering.shown.getByText(
      /^Steward can’t read this page yet\. If the page asks you to sign in, sign in first/,
    ),
  ).toBeDefined();
  expect(rendering.buttonNames()).toEqual(['Try again']);
});

it('a page without access is shown with the click that gives access, and the pages where that click has no effect', () => {
  show({ state: 'not-allowed', url: 'https://a.test/x' });
  expect(rendering.place.textContent).toContain('but not on empty tabs or the browser’s own pages');
  expect(rendering.buttonNames()).toEqual(['Always on this site', 'Try again']);
});
