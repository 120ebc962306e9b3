import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { fillLine, toolInWords } from '@/src/core/tools/call-words';
import type { JsonObject } from '@/src/schema/values/json';

/** The filled template, with values in angle brackets. */
const line = (template: string, args: JsonObject) =>
  fillLine(template, args)
    ?.map(({ text, isValue }) => (isValue ? `<${text}>` : text))
    .join('') ?? null;

describe('the line of a call', () => {
  it.each<[string, string, JsonObject, string | null]>([
    ['has the values of arguments', 'Hide {pattern}', { pattern: '*-preview*' }, 'Hide <*-preview*>'],
    ['omits an optional part whose argument is missing', 'Hide {a}[ of {b}]', { a: 'x' }, 'Hide <x>'],
    ['omits an optional part whose argument is null', 'Hide {a}[ of {b}]', { a: 'x', b: null }, 'Hide <x>'],
    [
      'has an optional part whose argument is given',
      'Hide {a}[ of {b}]',
      { a: 'x', b: 'y' },
      'Hide <x> of <y>',
    ],
    [
      'has the first text of a choice if the argument is true',
      '{on?Turn on:Turn off} {a}',
      { on: true, a: 'x' },
      'Turn on <x>',
    ],
    [
      'has the second text of a choice if the argument is false',
      '{on?Turn on:Turn off} {a}',
      { on: false, a: 'x' },
      'Turn off <x>',
    ],
    ['is missing if the argument of a choice is', '{on?Turn on:Turn off}[ {a}]', { x: { on: true } }, null],
    [
      'is missing if the argument of a choice is a text, which may be read as true or false',
      '{on?Turn on:Turn off}[ {a}]',
      { on: 'true' },
      null,
    ],
    ['is missing if a required argument is missing', 'Hide {pattern}', {}, null],
    ['has no value that objects inherit', 'Hide {constructor}', {}, null],
    ['lists at most three entries', 'Add {a}', { a: ['1', '2', '3', '4', '5'] }, 'Add <1, 2, 3 and 2 more>'],
    [
      'has a list within a list as JSON, and cuts it',
      'Add {a}',
      { a: ['1', Array.from({ length: 80 }, () => ['x'])] },
      `Add <1, [${'["x"],'.repeat(9)}["x"…>`,
    ],
    ['has other values as JSON', 'Set {a}', { a: { b: 1 } }, 'Set <{"b":1}>'],
    ['cuts long values', 'Hide {a}', { a: 'x'.repeat(80) }, `Hide <${'x'.repeat(59)}…>`],
    [
      'takes a value that looks like a template as text',
      'Hide {a}',
      { a: '{b} [c]', b: 'y' },
      'Hide <{b} [c]>',
    ],
  ])('%s', (_, template, args, expected) => {
    expect(line(template, args)).toBe(expected);
  });
});

it('every tool of every adapter has a line', () => {
  const without = adapters.flatMap(({ tools }) => tools.filter(({ line }) => line === undefined));
  expect(without.map(({ name }) => name)).toEqual([]);
});

it.each<[string, string | undefined, string]>([
  ['has no arguments’ values and no optional parts', 'Hide {pattern}[ of {provider}]', 'Hide …'],
  ['has both texts of a choice', '{on?Turn on:Turn off}[ {pattern}]', 'Turn on or turn off'],
  ['is its name if it has no line', undefined, 'hide'],
])('a tool in words %s', (_, template, words) => {
  expect(toolInWords({ name: 'hide', ...(template === undefined ? {} : { line: template }) })).toBe(words);
});
