import { expect, it } from 'vitest';
import { documentTitle } from '@/src/panel/shell/use-document-title';
import { HERE } from '../../fakes/copied-chat';

const SITES = ['a', 'b'].map((name) => ({ name, chatId: name }));

it.each([
  ['the chat and its page', 'Hide previews', HERE, 'Hide previews – Model filter'],
  ['the chat and the number of its sites', 'Hide previews', HERE, 'Hide previews – 2 sites', SITES],
  ['the chat alone, about no page', 'Hide previews', null, 'Hide previews'],
  ['the page alone, for a title of blanks', '  ', HERE, 'Model filter'],
  ['Steward, for neither', '', null, 'Steward'],
  ['hidden characters by name', 'a\u202Eb', null, 'a\\u202eb'],
] as const)('a window is named after %s', (_, title, binding, expected, targets = undefined) => {
  const sites = targets === undefined ? {} : { targets: [...targets] };
  expect(documentTitle({ title, binding, ...sites })).toBe(expected);
});
