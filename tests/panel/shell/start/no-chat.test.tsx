// @document
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import { NoChat } from '@/src/panel/shell/start/no-chat';
import { inShownChat } from '../../in-shown-chat';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

function show(page: PageStatus): string {
  rendering.render(
    inShownChat({ attachment: { state: 'unattached', page }, chatId: null, page }, <NoChat />),
  );
  return rendering.place.textContent ?? '';
}

it('a page that no adapter fits: which pages work, and how to add this one', () => {
  const text = show({ state: 'unknown', url: 'https://a.test/x', supported: ['Model filter', 'Open WebUI'] });
  expect(text).toContain('Open one of the pages that it supports: Model filter, Open WebUI.');
  expect(rendering.place.querySelector('summary')?.textContent).toBe('How to add this page');
  expect(text).toContain('docs/adapters.md');
});

it('a page that Steward may not access: no word about adding it', () => {
  expect(show({ state: 'not-allowed', url: 'https://a.test/x' })).not.toContain('add this page');
  expect(rendering.buttonNames()).toEqual(['Always on this site', 'Try again']);
});
