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

it('a page that no adapter fits: which pages work, and how to add this one', () => {
  show({ state: 'unknown', url: 'https://a.test/x', supported: ['Model filter', 'Open WebUI'] });
  const supported = /Open one of the pages that it supports: Model filter, Open WebUI\./;
  expect(rendering.shown.getByText(supported)).toBeDefined();
  expect(rendering.shown.getByText('How to add this page', { selector: 'summary' })).toBeDefined();
  expect(rendering.shown.getByText('docs/adapters.md')).toBeDefined();
});

it('a page that Steward may not access: no word about adding it', () => {
  show({ state: 'not-allowed', url: 'https://a.test/x' });
  expect(rendering.place.textContent).not.toContain('add this page');
  expect(rendering.buttonNames()).toEqual(['Always on this site', 'Try again']);
});
