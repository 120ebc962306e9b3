import { expect, it } from 'vitest';
import { documentTitle } from '@/src/panel/shell/use-document-title';
import { HERE } from '../../fakes/copied-chat';

it.each([
  ['the chat and its page', 'Hide previews', HERE, 'Hide previews – Model filter'],
  ['the chat alone, about no page', 'Hide previews', null, 'Hide previews'],
  ['the page alone, for a title of blanks', '  ', HERE, 'Model filter'],
  ['Steward, for neither', '', null, 'Steward'],
  ['hidden characters by name', 'a\u202Eb', null, 'a\\u202eb'],
] as const)('a window is named after %s', (_, title, binding, expected) => {
  expect(documentTitle({ title, binding })).toBe(expected);
});
