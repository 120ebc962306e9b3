import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf } from '@/src/core/tools/input-schema';
import { repairArguments } from '@/src/core/tools/repair-arguments';
import type { JsonObject } from '@/src/schema/values/json';
import { anyParameter } from '../../fakes/encoding-arbitrary';

const input = z.strictObject({
  text: z.string().optional(),
  textOrNumber: z.union([z.string(), z.number()]).optional(),
  mode: z.union([z.enum(['auto', '5']), z.number()]).optional(),
  level: z.literal([1, 2]).optional(),
  limit: z.number().optional(),
  count: z.int().optional(),
  force: z.boolean().optional(),
  rest: z.number().nullable().optional(),
  names: z.array(z.string()).optional(),
  numbers: z.array(z.number()).optional(),
  either: z.union([z.array(z.string()), z.number()]).optional(),
  pair: z.tuple([z.string(), z.number()]).optional(),
  rule: z.strictObject({ pattern: z.string(), limit: z.number() }).optional(),
  rules: z.array(z.strictObject({ pattern: z.string(), limit: z.number() })).optional(),
  tagged: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('by-size'), size: z.number() }),
      z.strictObject({ kind: z.literal('by-name'), size: z.string() }),
    ])
    .optional(),
  limits: z.record(z.string(), z.number()).optional(),
  choice: z.union([z.strictObject({ mode: z.enum(['a', 'b']), size: z.number() }), z.number()]).optional(),
  several: z
    .union([
      z.strictObject({ kind: z.enum(['by-age', 'by-date']), size: z.number() }),
      z.strictObject({ kind: z.literal('by-name'), size: z.string() }),
    ])
    .optional(),
  maybes: z.array(z.string().nullable()).optional(),
  loose: z.union([z.number(), z.unknown()]).optional(),
  lists: z.union([z.array(z.number()), z.array(z.boolean())]).optional(),
  anything: z.any().optional(),
});
const schema = inputSchemaOf(input);

const inText = (name: string) => `"${name}": a value inside a text was decoded.`;
const single = (name: string) => `"${name}": a single value was read as an array of one.`;

describe('repairArguments', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['a number in a text', { limit: '7' }, { limit: 7 }, [inText('limit')]],
    [
      'the greatest exact number',
      { limit: '9007199254740991' },
      { limit: 9007199254740991 },
      [inText('limit')],
    ],
    ['a boolean in Python’s spelling', { force: 'True' }, { force: true }, [inText('force')]],
    ['the other one', { force: ' False ' }, { force: false }, [inText('force')]],
    ['null in Python’s spelling', { rest: 'None' }, { rest: null }, [inText('rest')]],
    ['a literal in a text', { level: '2' }, { level: 2 }, [inText('level')]],
    ['a number in a text where a word is valid too', { mode: '7' }, { mode: 7 }, [inText('mode')]],
    ['an array in a text', { names: '["a"]' }, { names: ['a'] }, [inText('names')]],
    ['an array in a fenced text', { names: '```json\n["a"]\n```' }, { names: ['a'] }, [inText('names')]],
    [
      'an object in a text with a number in a text',
      { rule: '{"pattern":"a","limit":"1"}' },
      { rule: { pattern: 'a', limit: 1 } },
      [inText('rule'), inText('rule.limit')],
    ],
    ['a single text', { names: 'gpt-4o*' }, { names: ['gpt-4o*'] }, [single('names')]],
    [
      'a single text with a set of characters',
      { names: 'gpt-4[ab]' },
      { names: ['gpt-4[ab]'] },
      [single('names')],
    ],
    [
      'parts of the only object among the forms, whatever its tag',
      { choice: { mode: 'c', size: '1' } },
      { choice: { mode: 'c', size: 1 } },
      [inText('choice.size')],
    ],
    [
      'parts of the form that one of several tags names',
      { several: { kind: 'by-date', size: '1' } },
      { several: { kind: 'by-date', size: 1 } },
      [inText('several.size')],
    ],
    [
      'a single number in a text',
      { numbers: '7' },
      { numbers: [7] },
      [single('numbers'), inText('numbers.0')],
    ],
    [
      'a single object',
      { rules: { pattern: 'a', limit: 1 } },
      { rules: [{ pattern: 'a', limit: 1 }] },
      [single('rules')],
    ],
    ['a single text where a number is valid too', { either: 'a' }, { either: ['a'] }, [single('either')]],
    ['a number in a text where a list is valid too', { either: '5' }, { either: 5 }, [inText('either')]],
    ['parts of tuples', { pair: ['1', '2'] }, { pair: ['1', 2] }, [inText('pair.1')]],
    ['parts of records', { limits: { a: '1' } }, { limits: { a: 1 } }, [inText('limits.a')]],
    [
      'parts of the form that a tag names',
      { tagged: { kind: 'by-size', size: '1' } },
      { tagged: { kind: 'by-size', size: 1 } },
      [inText('tagged.size')],
    ],
    [
      'an object that wraps a text',
      { parameters: '{"limit":"1"}' },
      { limit: 1 },
      ['The arguments were taken out of "parameters".', inText('limit')],
    ],
    [
      'a wrapping object in a wrapping object',
      { parameters: { arguments: {} } },
      {},
      ['The arguments were taken out of "parameters".', 'The arguments were taken out of "arguments".'],
    ],
  ])('repairs %s', (_, args, value, repairs) => {
    expect(repairArguments(schema, args)).toEqual({ value, repairs });
  });

  it.each<[string, JsonObject]>([
    ['a text that looks like a number', { text: '7' }],
    ['a text that looks like a number where both fit', { textOrNumber: '7' }],
    ['a listed word that looks like a number', { mode: '5' }],
    ['a tagged form’s own text', { tagged: { kind: 'by-name', size: '1' } }],
    ['a text that looks like a number where anything fits', { loose: '7' }],
    ['an array in a text where an object is wanted', { rule: '[1]' }],
    ['what may hold anything', { anything: { limit: '7' } }],
    ['a number that would lose digits', { limit: '9007199254740993' }],
    ['a number beyond all bounds', { limit: '1e999' }],
    ['a number with a unit', { limit: '7 days' }],
    ['a fraction where a whole number is wanted', { count: '1.5' }],
    ['a number where a text is wanted', { text: 7 }],
    ['null in a text where an array is wanted', { numbers: 'null' }],
    ['a text with commas where a list is wanted', { names: 'a, b' }],
    ['a text with semicolons where a list is wanted', { names: 'a;b' }],
    ['lines where a list is wanted', { names: 'a\nb' }],
    ['a list that may be cut off before its second entry', { names: ' ["a"' }],
    ['an encoded object where texts are wanted', { names: '{"a":1}' }],
    ['a quoted text where a list is wanted', { names: '"a"' }],
    ['a text in single quotes where a list is wanted', { names: "'a'" }],
    ['a fenced text where a list is wanted', { names: '`a`' }],
    ['a single value of another kind than the list’s', { names: 7 }],
    ['a list of lists', { names: [['a']] }],
    ['a form that no tag names', { tagged: { kind: 'by-age', size: '1' } }],
    ['a list of which two forms know', { lists: ['1'] }],
    ['a form without a tag', { tagged: { size: '1' } }],
    ['unknown parameters', { limt: '7' }],
    ['a wrapper with something beside it', { arguments: { limit: '7' }, text: 'a' }],
    ['a wrapper of another name', { input: { limit: 7 } }],
    ['a wrapper around another value', { arguments: ['a'] }],
    ['a wrapper around a text that is not an object', { arguments: '{"limit":' }],
    ['no arguments', {}],
  ])('doesn’t change %s', (_, args) => {
    expect(repairArguments(schema, args)).toEqual({ value: args, repairs: [] });
  });

  describe('an optional member given as null or an empty text', () => {
    const members = {
      text: z.string(),
      word: z.string().min(1),
      address: z.url(),
      lower: z.string().regex(/^[a-z]+$/),
      maybeLower: z.string().regex(/^[a-z]*$/),
      mode: z.enum(['a', 'b']),
      modeOrNone: z.enum(['a', '']),
      level: z.literal([1, 2]),
      limit: z.number(),
      force: z.boolean(),
      names: z.array(z.string()),
      rule: z.strictObject({ pattern: z.string() }),
      either: z.union([z.string().min(1), z.number()]),
      eitherText: z.union([z.string(), z.number()]),
      rest: z.number().nullable(),
      anything: z.any(),
    };
    type Name = keyof typeof members;
    const optional = inputSchemaOf(z.strictObject(members).partial());
    const required = inputSchemaOf(z.strictObject(members));
    const nested = inputSchemaOf(z.strictObject({ inner: z.strictObject(members).partial() }));
    const listed = inputSchemaOf(z.strictObject({ inner: z.array(z.strictObject(members).partial()) }));
    const withDefault = inputSchemaOf(z.strictObject({ force: z.boolean().default(true) }));
    const leftOut = (path: string, value: '' | null) =>
      `"${path}": ${value === null ? 'null' : 'an empty text'} was read as left out.`;

    it.each<[Name, boolean, boolean]>([
      // the member, whether null is omitted, whether an empty text is
      ['text', true, false],
      ['word', true, true],
      ['address', true, true],
      ['lower', true, true],
      ['maybeLower', true, false],
      ['mode', true, true],
      ['modeOrNone', true, false],
      ['level', true, true],
      ['limit', true, true],
      ['force', true, true],
      ['names', true, true],
      ['rule', true, true],
      ['either', true, true],
      ['eitherText', true, false],
      ['rest', false, true],
      ['anything', false, false],
    ])('%s: null is omitted: %s, an empty text: %s', (name, isNullLeftOut, isEmptyLeftOut) => {
      for (const [value, isLeftOut] of [
        [null, isNullLeftOut],
        ['', isEmptyLeftOut],
      ] as const) {
        const args = { [name]: value };
        expect(repairArguments(optional, args)).toEqual(
          isLeftOut ? { value: {}, repairs: [leftOut(name, value)] } : { value: args, repairs: [] },
        );
        expect(repairArguments(nested, { inner: args })).toEqual(
          isLeftOut
            ? { value: { inner: {} }, repairs: [leftOut(`inner.${name}`, value)] }
            : { value: { inner: args }, repairs: [] },
        );
        expect(repairArguments(listed, { inner: [args] }).value).toEqual({ inner: [isLeftOut ? {} : args] });
      }
    });

    it.each(Object.keys(members).filter((name) => name !== 'names'))(
      '%s is never omitted if it is required',
      (name) => {
        for (const value of [null, '']) {
          expect(repairArguments(required, { [name]: value })).toEqual({
            value: { [name]: value },
            repairs: [],
          });
        }
      },
    );

    it('is replaced by the default if there is one', () => {
      expect(repairArguments(withDefault, { force: null })).toEqual({
        value: {},
        repairs: [leftOut('force', null)],
      });
    });

    it('doesn’t affect other members', () => {
      expect(repairArguments(optional, { mode: '', text: '', limit: '7' })).toEqual({
        value: { text: '', limit: 7 },
        repairs: [leftOut('mode', ''), inText('limit')],
      });
    });

    it('is kept if it is unknown, for the caller to reject', () => {
      expect(repairArguments(optional, { limt: null })).toEqual({ value: { limt: null }, repairs: [] });
    });
  });

  it('keeps a wrapper that is a parameter itself', () => {
    const own = inputSchemaOf(z.strictObject({ arguments: z.strictObject({ a: z.number() }) }));
    expect(repairArguments(own, { arguments: { a: '1' } })).toEqual({
      value: { arguments: { a: 1 } },
      repairs: [inText('arguments.a')],
    });
  });

  it('keeps a member named like an inherited one', () => {
    const args = JSON.parse('{"__proto__":{"limit":"7"},"limit":"7"}');
    const { value } = repairArguments(schema, args);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"limit":"7"},"limit":7}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('restores every wrongly encoded value, and is idempotent', () => {
    const cases = anyParameter.chain((parameter) =>
      parameter.encodings.map((encoding) => ({ schema: parameter.schema, ...encoding })),
    );
    fc.assert(
      fc.property(cases, ({ schema: parameter, right, wrong }) => {
        const of = inputSchemaOf(z.strictObject({ value: parameter }));
        const repaired = repairArguments(of, { value: wrong });
        expect(repaired.value).toEqual({ value: right });
        expect(repaired.repairs.length > 0).toBe(JSON.stringify(wrong) !== JSON.stringify(right));
        expect(repairArguments(of, repaired.value as JsonObject)).toEqual({
          value: repaired.value,
          repairs: [],
        });
      }),
      { numRuns: 300 },
    );
  });

  it('unwraps an object beside which there are only omitted members', () => {
    const repaired = repairArguments(schema, { text: null, arguments: { count: 2 } });
    expect(repaired.value).toEqual({ count: 2 });
    expect(repaired.repairs).toHaveLength(2);
  });

  it('is idempotent, whatever the arguments', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...Object.keys(input.shape), 'arguments'),
          fc.oneof(fc.jsonValue(), fc.json()),
        ),
        (args) => {
          const once = repairArguments(schema, args as JsonObject).value as JsonObject;
          expect(repairArguments(schema, once)).toEqual({ value: once, repairs: [] });
        },
      ),
      { numRuns: 300 },
    );
  });
});
