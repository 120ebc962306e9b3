import { expect, it } from 'vitest';
import { compileMessage } from '@/scripts/texts/compile-message';
import type { Message } from '@/src/core/text/message';

it.each<[string, string, Message, object]>([
  ['words alone', 'Save', 'Save', {}],
  ['nothing', '', '', {}],
  ['a value', '{name} saved', [['name'], ' saved'], { name: 'text' }],
  ['a value alone', '{name}', [['name']], { name: 'text' }],
  ['a number', '{n, number} kB', [['n', 'number'], ' kB'], { n: 'number' }],
  [
    'a plural with its count, and words for an exact one',
    '{n, plural, =0 {none} one {# rule} other {# rules}}',
    [['n', 'plural', { '=0': 'none', one: [0, ' rule'], other: [0, ' rules'] }]],
    { n: 'number' },
  ],
  [
    'a plural inside another one',
    '{a, plural, one {# of {b, plural, one {#} other {all #}}} other {#}}',
    [['a', 'plural', { one: [0, ' of ', ['b', 'plural', { one: [0], other: ['all ', 0] }]], other: [0] }]],
    { a: 'number', b: 'number' },
  ],
  [
    'a choice with a value in a branch',
    '{kind, select, page {a page} other {{name}}}',
    [['kind', 'select', { page: 'a page', other: [['name']] }]],
    { kind: ['page', 'other'], name: 'text' },
  ],
  [
    'a value that a plural counts and a sentence inserts',
    '{n}: {n, plural, other {#}}',
    [['n'], ': ', ['n', 'plural', { other: [0] }]],
    { n: 'number' },
  ],
  ['an apostrophe', "it’s {name}’s, isn't it", ['it’s ', ['name'], "’s, isn't it"], { name: 'text' }],
  ['quoted braces', "'{name}' and ''", "{name} and '", {}],
  ['signs that other formats take for markup', '<b>a</b> & # |', '<b>a</b> & # |', {}],
])('compiles %s', (_, text, message, parameters) => {
  const compiled = compileMessage(text);
  expect(compiled.message).toEqual(message);
  expect(Object.fromEntries(compiled.parameters)).toEqual(parameters);
});

it.each([
  ['an ordinal', '{n, selectordinal, one {#st} other {#th}}'],
  ['an offset', '{n, plural, offset:1 one {#} other {#}}'],
  ['a style of a number', '{n, number, percent}'],
  ['a date', '{at, date, short}'],
  ['a plural without the form other', '{n, plural, one {#}}'],
  ['a choice without the form other', '{kind, select, a {b}}'],
  ['a brace that isn’t closed', '{name'],
  ['a value without a name', '{}'],
])('refuses %s', (_, text) => {
  expect(() => compileMessage(text)).toThrow();
});
