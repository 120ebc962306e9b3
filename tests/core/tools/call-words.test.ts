import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { fillLine, namesInLine } from '@/src/core/tools/call-words';
import type { JsonObject } from '@/src/schema/values/json';

/** The words of a line, with values in brackets. */
const line = (template: string, args: JsonObject) =>
  fillLine(template, args)
    ?.map(({ text, isValue }) => (isValue ? `<${text}>` : text))
    .join('') ?? null;

describe('the line of a call', () => {
  it.each<[string, string, JsonObject, string | null]>([
    ['has values in their place', 'Hide {pattern}', { pattern: '*-preview*' }, 'Hide <*-preview*>'],
    ['omits a part whose argument is missing', 'Hide {a}[ of {b}]', { a: 'x' }, 'Hide <x>'],
    ['has a part whose argument is there', 'Hide {a}[ of {b}]', { a: 'x', b: 'y' }, 'Hide <x> of <y>'],
    ['chooses by a switch', '{on?Turn on:Turn off} {a}', { on: true, a: 'x' }, 'Turn on <x>'],
    ['chooses the second word without a switch', '{on?Turn on:Turn off} {a}', { a: 'x' }, 'Turn off <x>'],
    ['has no words without an argument that it needs', 'Hide {pattern}', {}, null],
    ['has no value of the prototype', 'Hide {constructor}', {}, null],
    ['lists at most three entries', 'Add {a}', { a: ['1', '2', '3', '4', '5'] }, 'Add <1, 2, 3 and 2 more>'],
    ['has other values as JSON', 'Set {a}', { a: { b: 1 } }, 'Set <{"b":1}>'],
    ['cuts long values', 'Hide {a}', { a: 'x'.repeat(80) }, `Hide <${'x'.repeat(59)}…>`],
    ['reads no template in a value', 'Hide {a}', { a: '{b} [c]', b: 'y' }, 'Hide <{b} [c]>'],
  ])('%s', (_, template, args, expected) => {
    expect(line(template, args)).toBe(expected);
  });

  it('names its arguments', () => {
    expect(namesInLine('{on?On:Off} {a}[ of {b}]')).toEqual(['on', 'a', 'b']);
  });
});

it('every tool of every adapter has a line', () => {
  const without = adapters.flatMap(({ tools }) => tools.filter(({ line }) => line === undefined));
  expect(without.map(({ name }) => name)).toEqual([]);
});
