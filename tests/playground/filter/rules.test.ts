import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addRules, coveringRule, coversByText, ruleProblem, splitPatterns } from '@/playground/filter/rules';
import golden from '@/tests/fixtures/golden-coverage.json';

it.each([
  ['a, b* ,c', ['a', 'b*', 'c']],
  [',, a ,  ', ['a']],
  ['[a,b]*', ['[a', 'b]*']],
  // As Python's str.strip does.
  ['\u001ca\u0085,\u001f,\u2028b\u00a0', ['a', 'b']],
  ['\ufeffa ', ['\ufeffa']],
])('splits %j', (text, expected) => {
  expect(splitPatterns(text)).toEqual(expected);
});

it('splits the patterns that were joined', () => {
  const pattern = fc.string({ unit: 'grapheme' }).filter((text) => ruleProblem(text) === null);
  fc.assert(
    fc.property(fc.array(pattern), (list) => {
      expect(splitPatterns(list.join(','))).toEqual(list);
    }),
  );
});

it.each<[string, string | null]>([
  ...['*', 'gpt-4*', 'a b', '[*]', 'é😀', 'x'.repeat(200)].map((pattern): [string, null] => [pattern, null]),
  ['', 'at least one character'],
  [' \u0085 ', 'at least one character'],
  [' a', 'blank'],
  ['a\u001f', 'blank'],
  ['a,b', 'comma'],
  ['a\nb', 'line break'],
  ['a\r', 'line break'],
  ['x'.repeat(201), '200 characters'],
  ['\ud800', 'half of a character'],
])('the problem of %j is %s', (pattern, words) => {
  expect(ruleProblem(pattern)).toEqual(words && expect.stringContaining(words));
});

it.each(golden)('compares "$newer" with "$older" by text as the desktop tool does', (row) => {
  expect(coversByText(row.older, row.newer)).toBe(row.textual);
});

it('the first rule that covers is named, and none that matches further models', () => {
  const [pattern, models] = ['gpt-[45]', ['openai/gpt-4']];
  expect(coveringRule(pattern, ['gpt-[*'], models)).toBeNull();
  expect(coveringRule(pattern, ['gpt-[*', 'gpt*', '*'], models)).toBe('gpt*');
});

const added = (...replaced: string[]) => ({ kind: 'added', replaced });

it.each([
  ['appends a new rule', ['o1'], 'gpt-4', ['o1', 'gpt-4'], added()],
  [
    'replaces those it covers',
    ['gpt-4', 'o1', 'gpt-4-*'],
    'gpt-*',
    ['o1', 'gpt-*'],
    added('gpt-4', 'gpt-4-*'),
  ],
  ['keeps a rule covered only by text', ['gpt-[45]'], 'gpt-[*', ['gpt-[45]', 'gpt-[*'], added()],
  ['reports a covering rule', ['o1', 'gpt-4*'], 'gpt-4', ['o1', 'gpt-4*'], { kind: 'covered', by: 'gpt-4*' }],
  ['reports a duplicate', ['gpt-4'], 'gpt-4', ['gpt-4'], { kind: 'duplicate' }],
  ['reports an invalid rule', [], 'a,b', [], { kind: 'invalid', problem: ruleProblem('a,b') }],
  [
    'reports a variable, which the proxy would replace',
    [],
    `$\{FAM}*`,
    [],
    { kind: 'invalid', problem: expect.stringContaining('replace') },
  ],
])('adding %s', (_, before, pattern, list, outcome) => {
  const models = ['openai/gpt-4', 'openai/gpt-4-turbo', 'openai/o1'];
  expect(addRules(before, [pattern], models)).toEqual({ list, outcomes: [{ pattern, ...outcome }] });
});
