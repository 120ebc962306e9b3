import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRules, coveringRule, coversByText, ruleProblem, splitPatterns } from '@/playground/filter/rules';
import golden from '@/tests/fixtures/golden-coverage.json';

describe('splitPatterns', () => {
  it.each([
    ['a, b* ,c', ['a', 'b*', 'c']],
    [',, a ,', ['a']],
    ['  ', []],
    ['[a,b]*', ['[a', 'b]*']],
    ['a, a', ['a', 'a']],
    // As Python's str.strip does.
    ['\u001ca\u0085,\u001f,\u2028b\u00a0', ['a', 'b']],
    ['\ufeffa ', ['\ufeffa']],
  ])('splits %j', (text, expected) => {
    expect(splitPatterns(text)).toEqual(expected);
  });

  it('returns the patterns that were joined', () => {
    const pattern = fc.string({ unit: 'grapheme' }).filter((text) => ruleProblem(text) === null);
    fc.assert(
      fc.property(fc.array(pattern), (list) => {
        expect(splitPatterns(list.join(','))).toEqual(list);
      }),
    );
  });
});

describe('ruleProblem', () => {
  it.each(['*', 'gpt-4*', 'a b', '[*]', 'é😀', 'x'.repeat(200)])('accepts %j', (pattern) => {
    expect(ruleProblem(pattern)).toBeNull();
  });

  it.each([
    ['', 'at least one character'],
    ['   ', 'at least one character'],
    [' a', 'blank'],
    ['a\t', 'blank'],
    ['a\u001f', 'blank'],
    ['\u0085', 'at least one character'],
    ['a,b', 'comma'],
    ['a\nb', 'line break'],
    ['a\r', 'line break'],
    ['x'.repeat(201), '200 characters'],
    ['\ud800', 'half of a character'],
  ])('refuses %j', (pattern, words) => {
    expect(ruleProblem(pattern)).toContain(words);
  });
});

describe('coverage', () => {
  it.each(golden)('compares "$newer" with "$older" by text as the desktop tool does', (row) => {
    expect(coversByText(row.older, row.newer)).toBe(row.textual);
  });

  it('doesn’t let a rule cover one that matches further models', () => {
    expect(coveringRule('gpt-[45]', ['gpt-[*'], ['openai/gpt-4'])).toBeNull();
    expect(addRules(['gpt-[*'], ['gpt-[45]'], ['openai/gpt-4'])).toEqual({
      list: ['gpt-[*', 'gpt-[45]'],
      outcomes: [{ pattern: 'gpt-[45]', kind: 'added', replaced: [] }],
    });
  });

  it('names the first rule that covers', () => {
    expect(coveringRule('gpt-[45]', ['gpt-[*', 'gpt*', '*'], ['openai/gpt-4'])).toBe('gpt*');
  });
});

describe('addRules', () => {
  const models = ['openai/gpt-4', 'openai/gpt-4-turbo', 'openai/o1'];

  it.each([
    ['appends a new rule', ['o1'], 'gpt-4', ['o1', 'gpt-4'], { kind: 'added', replaced: [] }],
    [
      'takes out those that the new one covers',
      ['gpt-4', 'o1', 'gpt-4-*'],
      'gpt-*',
      ['o1', 'gpt-*'],
      { kind: 'added', replaced: ['gpt-4', 'gpt-4-*'] },
    ],
    [
      'keeps a rule that the new one covers only by text',
      ['gpt-[45]'],
      'gpt-[*',
      ['gpt-[45]', 'gpt-[*'],
      { kind: 'added', replaced: [] },
    ],
    [
      'reports the rule that covers it',
      ['o1', 'gpt-4*'],
      'gpt-4',
      ['o1', 'gpt-4*'],
      { kind: 'covered', by: 'gpt-4*' },
    ],
    ['reports a duplicate', ['gpt-4'], 'gpt-4', ['gpt-4'], { kind: 'duplicate' }],
    [
      'reports the problem of an invalid rule',
      [],
      'a,b',
      [],
      { kind: 'invalid', problem: ruleProblem('a,b') },
    ],
    [
      'reports a variable, which the proxy would replace',
      [],
      `$\{FAM}*`,
      [],
      { kind: 'invalid', problem: expect.stringContaining('replace') },
    ],
  ])('%s', (_, list, pattern, expected, outcome) => {
    expect(addRules(list, [pattern], models)).toEqual({
      list: expected,
      outcomes: [{ pattern, ...outcome }],
    });
  });
});
