import { expect, it } from 'vitest';
import { suggestions } from '@/src/panel/conversation/suggestions';

it.each([
  [['First', 'Second'], false, ['First', 'Second', 'Summarize this page']],
  [['First', 'Second', 'Third'], true, ['What is not saved yet?', 'First', 'Second']],
  [['First'], true, ['What is not saved yet?', 'First', 'Summarize this page']],
  [[], false, ['Summarize this page']],
])('for a page that suggests %j, unsaved %j', (ofPage, isUnsaved, expected) => {
  expect(suggestions(isUnsaved, ofPage)).toEqual(expected);
});
