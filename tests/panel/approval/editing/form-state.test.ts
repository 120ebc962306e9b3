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

const text = (value: string): FormState => ({ kind: 'text', text: value });
const raw = (value: string): FormState => ({ kind: 'raw', text: value });
const number = (value: string): FormState => ({ kind: 'number', text: value });
const lines = (value: string): FormState => ({ kind: 'lines', text: value });
const chosen = (value: Json): FormState => ({ kind: 'choice', value });
const UNSET: FormState = { kind: 'unset' };
const list = (...states: FormState[]): FormState => ({
  kind: 'list',
  entries: states.map((state, key) => ({ key, state })),
});
const object = (members: Record<string, FormState>): FormState => ({
  kind: 'object',
  members: Object.entries(members).map(([name, state]) => ({ name, state })),
});

describe('the fields for a value', () => {
  it.each<[string, InputSchema, Json | undefined, FormState]>([
    ['nothing', TEXT, undefined, UNSET],
    ['a text', TEXT, '*-preview*', text('*-preview*')],
    ['a text of several lines', TEXT, 'a\nb', raw('"a\\nb"')],
    ['a number', { type: 'integer' }, 12, number('12')],
    ['a switch', { type: 'boolean' }, true, { kind: 'boolean', isOn: true }],
    ['a listed value', MODE, 'merge', chosen('merge')],
    ['a value that isn’t listed', MODE, 'other', raw('"other"')],
    ['a fixed value', { const: 'x' }, 'x', chosen('x')],
    ['texts', TEXTS, ['a', 'b c'], lines('a\nb c')],
    ['no texts', TEXTS, [], lines('')],
    ['texts with an empty one, which a line can’t hold', TEXTS, ['a', ''], list(text('a'), text(''))],
    [
      'an object, with its optional members',
      SET,
      { provider: 'openai', mode: 3 },
      object({ provider: text('openai'), ignore: UNSET, mode: chosen(3) }),
    ],
    ['an object with a member that has no field', SET, { x: 1 }, raw('{\n  "x": 1\n}')],
    ['a record', RECORD, { a: 'b' }, raw('{\n  "a": "b"\n}')],
    ['one of several forms', NULLABLE, 2, number('2')],
    ['null', NULLABLE, null, raw('null')],
    ['a value of the wrong kind', TEXT, 5, raw('5')],
    ['a value without a schema', {}, 'x', raw('"x"')],
    ['a list whose entries have different types', PAIR, ['a', 1], list(text('a'), number('1'))],
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
    ['returns an incomplete number as its text', number('1e'), '1e'],
    ['returns an emptied number as an empty text, not zero', number(''), ''],
    ['returns infinity as its text', number('Infinity'), 'Infinity'],
    ['omits empty lines', lines('\na\n\nb\n'), ['a', 'b']],
    ['omits an entry that isn’t set', list(UNSET), []],
  ])('%s', (_, state, value) => {
    expect(readForm(state)).toEqual({ value, unreadable: [] });
  });

  it('returns the paths of invalid JSON', () => {
    // An entry's place counts, not its key.
    const sets: FormState = { kind: 'list', entries: [{ key: 4, state: raw('{"a": ') }] };
    expect(readForm(object({ sets }))).toEqual({
      value: { sets: ['{"a": '] },
      unreadable: [['sets', 0]],
    });
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
  ])('made of %s', (_, json, args, isReadable) => {
    const state = raw(json);
    expect(editOf(state, before)).toEqual({ formState: state, args, isReadable });
  });
});

it.each<[string, InputSchema, FormState]>([
  ['a text', TEXT, text('')],
  ['a number', { type: 'number' }, number('')],
  ['a switch', { type: 'boolean' }, { kind: 'boolean', isOn: false }],
  ['a choice', MODE, chosen('merge')],
  ['texts', TEXTS, lines('')],
  ['a list', { type: 'array', items: SET }, list()],
  [
    'an object, without its optional members',
    SET,
    object({ provider: text(''), ignore: UNSET, mode: UNSET }),
  ],
  ['a record', RECORD, raw('{}')],
  ['anything', {}, raw('null')],
])('a blank field for %s', (_, schema, state) => {
  expect(blankState(schema)).toEqual(state);
});

it('gives a new entry a unique key', () => {
  const entry = { key: 7, state: text('a') };
  expect(withBlankEntry(TEXTS, [])).toEqual([{ key: 0, state: text('') }]);
  expect(withBlankEntry(TEXTS, [entry])).toEqual([entry, { key: 8, state: text('') }]);
});
