// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/commands';
import { EmptyState } from '@/src/panel/conversation/empty-state';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it.each([
  [['openai', '45 models'], false, 'Model filter: openai, 45 models. Steward sees this page'],
  [[], false, 'Model filter. Steward sees this page as you do, and its changes can be undone.'],
  [[], true, 'Model filter. Steward reads this page as you do, and changes nothing on it.'],
])('introduces a page with the facts %j (only read: %s)', (facts, isReadOnly, text) => {
  const page: Extract<PageStatus, { state: 'connected' }> = {
    state: 'connected',
    tabId: 5,
    line: { title: 'Model filter', facts, unsaved: false },
    origin: 'http://a.test',
    isLasting: true,
    goesLive: false,
    isReadOnly,
    suggestions: ['Block preview models'],
    proposedBaseUrl: null,
  };
  rendering.render(<EmptyState page={page} onSuggest={() => undefined} />);
  expect(rendering.place.textContent).toContain(text);
  expect(rendering.buttonNames()).toEqual(['Block preview models', 'Summarize this page']);
});
