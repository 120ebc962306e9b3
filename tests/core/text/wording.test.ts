import { describe, expect, it } from 'vitest';
import { compileMessage } from '@/scripts/texts/compile-message';
import { createWording } from '@/src/core/text/wording';
import type { SaidText } from '@/src/schema/values/said';

type Values = SaidText['values'];

/** The wording of a language with one text, `a`, and those given. */
function wordingOf(language: string, locales: readonly string[], texts: Readonly<Record<string, string>>) {
  const messages = Object.entries(texts).map(([id, text]) => [id, compileMessage(text).message]);
  return createWording(Object.fromEntries(messages), language, locales);
}

const shown = (language: string, text: string, values: Values) =>
  wordingOf(language, [language], { a: text, inner: '“{name}”', on: 'on' }).text({ id: 'a', values });

describe('a text', () => {
  it.each<[string, string, string, Values, string]>([
    ['a plural of English', 'en', '{n, plural, one {# rule} other {# rules}}', { n: 1 }, '1 rule'],
    ['its other form', 'en', '{n, plural, one {# rule} other {# rules}}', { n: 1200 }, '1,200 rules'],
    ['an exact count first', 'en', '{n, plural, =1 {This one} one {#} other {#}}', { n: 1 }, 'This one'],
    [
      'a count of one in Russian',
      'ru',
      '{n, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}',
      { n: 21 },
      '21 модель',
    ],
    [
      'a few',
      'ru',
      '{n, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}',
      { n: 3 },
      '3 модели',
    ],
    [
      'many',
      'ru',
      '{n, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}',
      { n: 11 },
      '11 моделей',
    ],
    ['one form of Japanese', 'ja', '{n, plural, other {# 個}}', { n: 1 }, '1 個'],
    ['a form that isn’t there', 'ru', '{n, plural, other {#}}', { n: 2 }, '2'],
    [
      'counts of nested plurals',
      'en',
      '{a, plural, one {#} other {# of {b, plural, one {#} other {#!}} in #}}',
      { a: 2, b: 3 },
      '2 of 3! in 2',
    ],
    ['a choice', 'en', '{kind, select, page {the page} other {it}}', { kind: 'page' }, 'the page'],
    ['another choice', 'en', '{kind, select, page {the page} other {it}}', { kind: 'tab' }, 'it'],
    ['a number as the language writes it', 'de', '{n, number} kB', { n: 1234.5 }, '1.234,5 kB'],
    ['an id as it is', 'de', 'Port {n}', { n: 11434 }, 'Port 11434'],
    ['another text', 'en', 'Delete {what}', { what: { id: 'inner', values: { name: 'x' } } }, 'Delete “x”'],
    ['a list', 'en', '{all} changed', { all: ['a', { id: 'on', values: {} }, 'c'] }, 'a, on and c changed'],
    ['a choice of several', 'en', 'Use {one}', { one: { anyOf: ['a', 'b', 'c'] } }, 'Use a, b or c'],
    [
      'sentences in turn',
      'en',
      '{all}',
      { all: { inTurn: ['A.', { id: 'on', values: {} }, 'C.'] } },
      'A. on · C.',
    ],
    [
      'facts in turn',
      'en',
      '{all}',
      { all: { inTurn: ['3 models', 'Saved “now.”', '1 rule'] } },
      '3 models · Saved “now.” 1 rule',
    ],
    ['Chinese sentences in turn', 'zh-CN', '{all}', { all: { inTurn: ['甲。', '乙。'] } }, '甲。乙。'],
    ['a list of one', 'en', '{all}', { all: ['a'] }, 'a'],
    ['an empty list', 'en', '[{all}]', { all: [] }, '[]'],
    ['a German list', 'de', '{all}', { all: ['a', 'b', 'c'] }, 'a, b und c'],
    ['a Japanese list', 'ja', '{one}', { one: { anyOf: ['a', 'b'] } }, 'aまたはb'],
    ['names that look like places of a list', 'en', '{all}', { all: ['1', '0'] }, '1 and 0'],
    ['a value that isn’t given, by its name', 'en', 'Delete {what}', {}, 'Delete what'],
  ])('has %s', (_, language, text, values, words) => {
    expect(shown(language, text, values)).toBe(words);
  });

  it('of another version is its id, inside another one too', () => {
    expect(shown('en', 'Because {why}', { why: { id: 'gone.text', values: {} } })).toBe('Because gone.text');
  });

  it('of another version keeps its values', () => {
    const why = { id: 'gone.text', values: { name: 'gpt-4o' } };
    expect(shown('en', 'Because {why}', { why })).toBe('Because gone.text {"name":"gpt-4o"}');
  });

  it('from elsewhere is as it is', () => {
    expect(wordingOf('en', ['en'], {}).text('{n} <b>')).toBe('{n} <b>');
  });

  it('has numbers as the user’s region writes them', () => {
    const { text } = wordingOf('en', ['en-IN', 'en'], { a: '{n, number}' });
    expect(text({ id: 'a', values: { n: 1234567 } })).toBe('12,34,567');
  });
});

describe('the parts of a text', () => {
  const { parts } = wordingOf('en', ['en'], {
    a: 'Delete {name} with {n, plural, one {# rule} other {# rules}} of {all}',
    inner: 'the “{name}”',
  });

  it('are Steward’s own words, joined, and marked words from elsewhere, at any depth', () => {
    const all = ['x', { id: 'inner', values: { name: 'y' } }];
    expect(parts('a', { name: 'mine', n: 2, all })).toEqual([
      'Delete ',
      { foreign: 'mine' },
      ' with 2 rules of ',
      { foreign: 'x' },
      ' and the “',
      { foreign: 'y' },
      '”',
    ]);
  });

  it('are elements where the text has them', () => {
    expect(parts<symbol>('inner', { name: { element: Symbol.for('b') } })).toEqual([
      'the “',
      { element: Symbol.for('b') },
      '”',
    ]);
  });

  it('are the id of an unknown text, as words from elsewhere', () => {
    expect(parts('b', {})).toEqual([{ foreign: 'b' }]);
  });
});
