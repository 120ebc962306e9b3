import { expect, it } from 'vitest';
import { readRuleList } from '@/playground/page/state/read-rule-list';

it.each([
  ['lines and commas alike', 'a, b\nc\r\n\n d ', ['a', 'b', 'c', 'd'], 0],
  ['the first of equal rules', 'a\nb\na', ['a', 'b'], 1],
  ['nothing from blanks', ' ,\n , ', [], 0],
])('reads %s', (_, text, patterns, duplicates) => {
  expect(readRuleList(text)).toEqual({ patterns, problems: [], duplicates });
});

it('says which text is no rule', () => {
  const { patterns, problems } = readRuleList(`good\n${'x'.repeat(201)}`);
  expect(patterns).toEqual(['good']);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('200');
});
