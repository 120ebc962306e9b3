import { expect, it } from 'vitest';
import { quoted } from '@/src/panel/composer/quoted';

it.each([
  ['one line', 'gpt-4o', '> gpt-4o\n\n'],
  ['several lines, an empty one among them', ' a\r\n\r\nb\n', '> a\n>\n> b\n\n'],
  ['invisible characters, escaped', 'a\u200bb\u{e0041}', '> a\\u200bb\\u{e0041}\n\n'],
])('quotes %s', (_, text, expected) => {
  expect(quoted(text)).toBe(expected);
});
