import { expect, it } from 'vitest';
import { visibleText } from '@/src/panel/approval/visible-text';

it.each([
  ['plain text', 'gpt-4o "mini" \\ größer 模型 😀', 'gpt-4o "mini" \\ größer 模型 😀'],
  ['text that turns its direction', 'a\u202eb"c', 'a\\u202eb"c'],
  ['characters without width', 'gpt\u200b-4\u00ado', 'gpt\\u200b-4\\u00ado'],
  ['line breaks', 'one\ntwo\u2028three', 'one\\ntwo\\u2028three'],
  ['other control characters', 'a\u0007b\u009bc', 'a\\u0007b\\u009bc'],
  ['tag characters', 'a\u{e0041}', 'a\\udb40\\udc41'],
])('shows %s for what it is', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
