import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fits, formOf, inputSchemaOf, partOf, placeAt } from '@/src/core/tools/input-schema';

const schema = inputSchemaOf(
  z.strictObject({
    rules: z.array(z.union([z.strictObject({ pattern: z.string() }), z.null()])),
    table: z.record(z.string(), z.boolean()),
  }),
);

describe('placeAt', () => {
  const value = { rules: [null, { pattern: 'a' }], table: { x: true } };

  it.each([
    ['the arguments themselves', [], value, schema],
    ['a member of an entry', ['rules', 1, 'pattern'], 'a', { type: 'string' }],
    ['a member of a record', ['table', 'x'], true, { type: 'boolean' }],
    ['a missing member of a record', ['table', 'y'], undefined, { type: 'boolean' }],
    ['a member that every object inherits', ['constructor'], undefined, {}],
    ['a member of a text', ['rules', 1, 'pattern', 'length'], undefined, {}],
    ['a member of null', ['rules', 0, 'pattern'], undefined, {}],
    ['a member of nothing', ['nothing', 'more'], undefined, {}],
    ['an entry after the last', ['rules', 2], undefined, partOf(partOf(schema, 'rules'), 0)],
  ])('finds %s', (_, path, there, says) => {
    expect(placeAt({ value, schema }, path)).toEqual({ value: there, schema: says });
  });
});

it('a missing value fits no type, and selects no alternative', () => {
  expect(fits({ type: 'null' }, undefined)).toBe(false);
  expect(formOf({ anyOf: [{ type: 'null' }, { type: 'string' }] }, undefined)).toEqual({});
});
