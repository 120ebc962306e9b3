import { describe, expect, it } from 'vitest';
import { compileMessage } from '@/scripts/texts/compile-message';
import { adapters } from '@/src/adapters';
import { createWording } from '@/src/core/text/wording';
import { callInWords } from '@/src/core/tools/call-words';
import type { JsonObject } from '@/src/schema/values/json';

const MORE = { 'said.list.more': compileMessage('{count, plural, other {# more}}').message };

/** The line of a call with this text, with values in angle brackets. */
function line(text: string, args: JsonObject): string {
  const messages = { ...MORE, 'manifest.description': compileMessage(text).message };
  const { id, values } = callInWords('manifest.description', args);
  return createWording(messages, 'en', ['en-US'])
    .parts(id, values)
    .map((part) =>
      typeof part === 'string' ? part : `<${part.isMissing ? 'missing: ' : ''}${part.foreign}>`,
    )
    .join('');
}

const OPTIONAL = '{b_given, select, yes {Hide {a} of {b}} other {Hide {a}}}';
const CHOICE = '{on, select, true {Turn on} false {Turn off} other {Turn on or off}} {a}';

describe('the line of a call', () => {
  it.each<[string, string, JsonObject, string]>([
    ['has the values of arguments', 'Hide {pattern}', { pattern: '*-preview*' }, 'Hide <*-preview*>'],
    ['does without an optional argument that is missing', OPTIONAL, { a: 'x' }, 'Hide <x>'],
    ['does without an optional argument that is null', OPTIONAL, { a: 'x', b: null }, 'Hide <x>'],
    ['has an optional argument that is an empty text', OPTIONAL, { a: 'x', b: '' }, 'Hide <x>'],
    ['has an optional argument that is given', OPTIONAL, { a: 'x', b: 'y' }, 'Hide <x> of <y>'],
    [
      'takes no word of the model for an argument being given',
      OPTIONAL,
      { a: 'x', b_given: 'yes' },
      'Hide <x>',
    ],
    ['shows an empty list as one', 'Replace the rules by {a}', { a: [] }, 'Replace the rules by <[]>'],
    ['has the words for true', CHOICE, { on: true, a: 'x' }, 'Turn on <x>'],
    ['has the words for false', CHOICE, { on: false, a: 'x' }, 'Turn off <x>'],
    ['leaves open what a missing choice means', CHOICE, { a: 'x' }, 'Turn on or off <x>'],
    ['leaves open what any other value of a choice means', CHOICE, { on: 1, a: 'x' }, 'Turn on or off <x>'],
    ['marks a required argument that is missing', 'Hide {pattern}', {}, 'Hide <missing: pattern>'],
    ['has no value that objects inherit', 'Hide {constructor}', {}, 'Hide <missing: constructor>'],
    [
      'lists at most three entries',
      'Add {a}',
      { a: ['1', '2', '3', '4', '5'] },
      'Add <1>, <2>, <3> and 2 more',
    ],
    [
      'has a list within a list as JSON, and cuts it',
      'Add {a}',
      { a: ['1', Array.from({ length: 80 }, () => ['x'])] },
      `Add <1> and <[${'["x"],'.repeat(9)}["x"…>`,
    ],
    ['has other values as JSON', 'Set {a}', { a: { b: 1 } }, 'Set <{"b":1}>'],
    ['cuts long values', 'Hide {a}', { a: 'x'.repeat(80) }, `Hide <${'x'.repeat(59)}…>`],
    ['takes a value that looks like a text as a value', 'Hide {a}', { a: '{b}', b: 'y' }, 'Hide <{b}>'],
  ])('%s', (_, text, args, expected) => {
    expect(line(text, args)).toBe(expected);
  });
});

it('every tool of every adapter has a line', () => {
  const without = adapters.flatMap(({ tools }) => tools.filter(({ line }) => line === undefined));
  expect(without.map(({ name }) => name)).toEqual([]);
});
