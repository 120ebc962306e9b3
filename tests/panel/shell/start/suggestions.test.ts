import { expect, it } from 'vitest';
import { anyPage } from '@/src/adapters/any-page/definition';
import { suggestions } from '@/src/panel/shell/start/empty-state';

it.each([
  [['First', 'Second'], false, ['First', 'Second', 'Summarize this page']],
  [['First', 'Second', 'Third'], true, ['What is not saved yet?', 'First', 'Second']],
  [['First'], true, ['What is not saved yet?', 'First', 'Summarize this page']],
  [[], false, ['Summarize this page']],
])('for a page that suggests %j, unsaved %j', (ofPage, isUnsaved, expected) => {
  expect(suggestions(isUnsaved, ofPage)).toEqual(expected);
});

it('suggests each once on a page without an adapter of its own', () => {
  const address = 'https://a.test';
  const none = { sections: [], isCut: false, tools: [], toolsLeftOut: 0 };
  const page = { visit: 'v', address, title: 'Users', ...none };
  const ofPage = anyPage.suggestions?.(page) ?? [];
  expect(ofPage).toHaveLength(1);
  expect(suggestions(false, ofPage)).toEqual(['Summarize this page']);
});
