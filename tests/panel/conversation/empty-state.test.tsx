// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/commands';
import { EmptyState } from '@/src/panel/conversation/empty-state';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it.each([
  [['openai', '45 models'], 'writes', 'Model filter: openai, 45 models. Steward sees this page'],
  [[], 'writes', 'Clients see none of them before you approve a save.'],
  [[], 'changes at once', 'take effect without a save, so Steward asks you before each.'],
  [[], 'reads', 'Model filter. Steward reads this page as you do, and changes nothing on it.'],
  [[], 'offers tools', 'Steward asks you before it uses one, and can’t take back what they do.'],
])('introduces a page with the facts %j whose page Steward %s', (facts, use, text) => {
  const page: Extract<PageStatus, { state: 'connected' }> = {
    state: 'connected',
    tabId: 5,
    line: { title: 'Model filter', facts, unsaved: false },
    origin: 'http://a.test',
    isLasting: true,
    goesLive: use === 'changes at once',
    isReadOnly: use === 'reads',
    offersTools: use === 'offers tools',
    suggestions: ['Block preview models'],
    proposedBaseUrl: null,
  };
  rendering.render(<EmptyState page={page} onSuggest={() => undefined} />);
  expect(rendering.place.textContent).toContain(text);
  expect(rendering.buttonNames()).toEqual(['Block preview models', 'Summarize this page']);
});
