import { expect, it } from 'vitest';
import { readRuleList } from '@/playground/page/state/read-rule-list';

it.each([
  ['lines and commas alike', 'a, b\nc\r\n\n d ', ['a', 'b', 'c', 'd'], 0],
  ['lines that end in other ways', 'a\u2028b\u2029c\rd', ['a', 'b', 'c', 'd'], 0],
  ['the first of equal patterns', 'a\nb\na, a', ['a', 'b'], 2],
  ['what can be no rule as well', 'x\ud800', ['x\ud800'], 0],
  ['nothing from blanks', ' ,\n , ', [], 0],
])('reads %s', (_, text, patterns, duplicates) => {
  expect(readRuleList(text)).toEqual({ patterns, duplicates });
});
