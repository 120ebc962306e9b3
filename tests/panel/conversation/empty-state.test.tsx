// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/commands';
import { EmptyState } from '@/src/panel/conversation/empty-state';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it.each([
  [['openai', '45 models'], 'Model filter: openai, 45 models. Steward'],
  [[], 'Model filter. Steward'],
])('introduces a page with the facts %j', (facts, text) => {
  const page: Extract<PageStatus, { state: 'connected' }> = {
    state: 'connected',
    tabId: 5,
    line: { title: 'Model filter', facts, unsaved: false },
    origin: 'http://a.test',
    isLasting: true,
    goesLive: false,
    suggestions: ['Block preview models'],
    proposedBaseUrl: null,
  };
  rendering.render(<EmptyState page={page} onSuggest={() => undefined} />);
  expect(rendering.place.textContent).toContain(text);
  expect(rendering.buttonNames()).toEqual(['Block preview models', 'Summarize this page']);
});
