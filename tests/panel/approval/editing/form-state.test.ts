import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { type InputSchema, inputSchemaOf } from '@/src/core/tools/input-schema';
import {
  blankState,
  type FormState,
  formStateOf,
  withBlankEntry,
} from '@/src/panel/approval/editing/form-state';
import { editOf, readForm } from '@/src/panel/approval/editing/read-form';
import type { Json, JsonObject } from '@/src/schema/values/json';

const TEXT: InputSchema = { type: 'string' };
const TEXTS: InputSchema = { type: 'array', items: TEXT };
const MODE: InputSchema = { enum: ['merge', 'replace', 3, null] };
const SET: InputSchema = {
  type: 'object',
  properties: { provider: TEXT, ignore: TEXTS, mode: MODE },
  required: ['provider'],
};
const RECORD: InputSchema = { type: 'object', additionalProperties: TEXT };
const NULLABLE: InputSchema = { anyOf: [{ type: 'number' }, { type: 'null' }] };
const PAIR: InputSchema = { type: 'array', prefixItems: [TEXT, { type: 'integer' }] };

describe('the fields for a value', () => {
  it.each<[string, InputSchema, Json | undefined, FormState]>([
    ['nothing', TEXT, undefined, { kind: 'unset' }],
    ['a text', TEXT, '*-preview*', { kind: 'text', text: '*-preview*' }],
    ['a text of several lines', TEXT, 'a\nb', { kind: 'raw', text: '"a\\nb"' }],
    ['a number', { type: 'integer' }, 12, { kind: 'number', text: '12' }],
    ['a switch', { type: 'boolean' }, true, { kind: 'boolean', isOn: true }],
    ['a listed value', MODE, 'merge', { kind: 'choice', value: 'merge' }],
    ['a value that isn’t listed', MODE, 'other', { kind: 'raw', text: '"other"' }],
    ['a fixed value', { const: 'x' }, 'x', { kind: 'choice', value: 'x' }],
    ['texts', TEXTS, ['a', 'b c'], { kind: 'lines', text: 'a\nb c' }],
    ['no texts', TEXTS, [], { kind: 'lines', text: '' }],
    [
      'texts with an empty one, which a line can’t hold',
      TEXTS,
      ['a', ''],
      {
        kind: 'list',
        entries: [
          { key: 0, state: { kind: 'text', text: 'a' } },
          { key: 1, state: { kind: 'text', text: '' } },
        ],
      },
    ],
    [
      'an object, with its optional members',
      SET,
      { provider: 'openai', mode: 3 },
      {
        kind: 'object',
        members: [
          { name: 'provider', state: { kind: 'text', text: 'openai' } },
          { name: 'ignore', state: { kind: 'unset' } },
          { name: 'mode', state: { kind: 'choice', value: 3 } },
        ],
      },
    ],
    ['an object with a member that has no field', SET, { x: 1 }, { kind: 'raw', text: '{\n  "x": 1\n}' }],
    ['a record', RECORD, { a: 'b' }, { kind: 'raw', text: '{\n  "a": "b"\n}' }],
    ['one of several forms', NULLABLE, 2, { kind: 'number', text: '2' }],
    ['null', NULLABLE, null, { kind: 'raw', text: 'null' }],
    ['a value of the wrong kind', TEXT, 5, { kind: 'raw', text: '5' }],
    ['a value without a schema', {}, 'x', { kind: 'raw', text: '"x"' }],
    [
      'a list whose entries have different types',
      PAIR,
      ['a', 1],
      {
        kind: 'list',
        entries: [
          { key: 0, state: { kind: 'text', text: 'a' } },
          { key: 1, state: { kind: 'number', text: '1' } },
        ],
      },
    ],
  ])('hold %s', (_, schema, value, state) => {
    expect(formStateOf(schema, value)).toEqual(state);
  });
});

describe('reading the form', () => {
  const schemas: fc.Arbitrary<InputSchema> = fc.letrec<{ schema: InputSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<InputSchema>({}, TEXT, TEXTS, MODE, RECORD, NULLABLE, PAIR, { type: 'boolean' }),
      fc.constantFrom<InputSchema>(
        { type: 'integer' },
        { type: 'number' },
        { const: 'x' },
        { type: ['string', 'null'] },
      ),
      tie('schema').map((items): InputSchema => ({ type: 'array', items })),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), tie('schema'))
        .map((properties): InputSchema => ({ type: 'object', properties })),
      fc.tuple(tie('schema'), tie('schema')).map((anyOf): InputSchema => ({ anyOf })),
    ),
  })).schema;

  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'a\nb', 'a\r', '\u2028', 'merge', 'x'),
  );
  const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      texts,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.array(texts),
      fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__'), texts), tie('value')),
    ),
  }));

  it('returns the value that the form was made for, for any schema and value', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const read = readForm(formStateOf(schema, value));
        expect(read).toEqual({ value, unreadable: [] });
        expect(JSON.stringify(sorted(read.value ?? null))).toBe(JSON.stringify(sorted(value)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns the arguments of each tool of each adapter, for any arguments', () => {
    const tools = adapters.flatMap((adapter) => adapter.tools.map(({ input }) => inputSchemaOf(input)));
    expect(tools.length).toBeGreaterThan(10);
    const args = fc.record(
      {
        pattern: texts,
        provider: texts,
        ignore: fc.array(texts),
        whitelist: fc.array(texts),
        mode: fc.constantFrom('merge', 'replace'),
        rule_sets: fc.array(
          fc.record({ provider: texts, ignore: fc.array(texts), whitelist: fc.array(texts) }),
        ),
        limit: fc.integer(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...tools), args, (schema, value) => {
        expect(readForm(formStateOf(schema, value))).toEqual({ value, unreadable: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, FormState, Json | undefined]>([
    ['returns an incomplete number as its text', { kind: 'number', text: '1e' }, '1e'],
    ['returns an emptied number as an empty text, not zero', { kind: 'number', text: '' }, ''],
    ['returns infinity as its text', { kind: 'number', text: 'Infinity' }, 'Infinity'],
    ['omits empty lines', { kind: 'lines', text: '\na\n\nb\n' }, ['a', 'b']],
    ['omits an entry that isn’t set', { kind: 'list', entries: [{ key: 0, state: { kind: 'unset' } }] }, []],
  ])('%s', (_, state, value) => {
    expect(readForm(state)).toEqual({ value, unreadable: [] });
  });

  it('returns the paths of invalid JSON', () => {
    const broken: FormState = { kind: 'raw', text: '{"a": ' };
    const state: FormState = {
      kind: 'object',
      members: [{ name: 'sets', state: { kind: 'list', entries: [{ key: 4, state: broken }] } }],
    };
    expect(readForm(state)).toEqual({ value: { sets: ['{"a": '] }, unreadable: [['sets', 0]] });
  });
});

/** Ignores the order of members. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name] ?? null)]),
  );
}

describe('an edit', () => {
  const before: JsonObject = { pattern: 'a*' };
  it.each<[string, string, JsonObject, boolean]>([
    ['an object', '{"pattern": "b*"}', { pattern: 'b*' }, true],
    ['incomplete JSON', '{"pattern": ', before, false],
    ['JSON that is not an object', '["b*"]', before, false],
  ])('made of %s', (_, text, args, isReadable) => {
    const state: FormState = { kind: 'raw', text };
    expect(editOf(state, before)).toEqual({ formState: state, args, isReadable });
  });
});

it.each<[string, InputSchema, FormState]>([
  ['a text', TEXT, { kind: 'text', text: '' }],
  ['a number', { type: 'number' }, { kind: 'number', text: '' }],
  ['a switch', { type: 'boolean' }, { kind: 'boolean', isOn: false }],
  ['a choice', MODE, { kind: 'choice', value: 'merge' }],
  ['texts', TEXTS, { kind: 'lines', text: '' }],
  ['a list', { type: 'array', items: SET }, { kind: 'list', entries: [] }],
  [
    'an object, without its optional members',
    SET,
    {
      kind: 'object',
      members: [
        { name: 'provider', state: { kind: 'text', text: '' } },
        { name: 'ignore', state: { kind: 'unset' } },
        { name: 'mode', state: { kind: 'unset' } },
      ],
    },
  ],
  ['a record', RECORD, { kind: 'raw', text: '{}' }],
  ['anything', {}, { kind: 'raw', text: 'null' }],
])('a blank field for %s', (_, schema, state) => {
  expect(blankState(schema)).toEqual(state);
});

it('gives a new entry a unique key', () => {
  const text: FormState = { kind: 'text', text: 'a' };
  expect(withBlankEntry(TEXTS, [])).toEqual([{ key: 0, state: { kind: 'text', text: '' } }]);
  expect(withBlankEntry(TEXTS, [{ key: 7, state: text }])).toEqual([
    { key: 7, state: text },
    { key: 8, state: { kind: 'text', text: '' } },
  ]);
});
