import fc from 'fast-check';
import { z } from 'zod';
import type { Json } from '@/src/schema/values/json';

/** A value that fits a schema, and the same value in a wrong encoding that a model may produce. */
interface Encoding {
  right: Json;
  wrong: Json;
}

/** A schema, with values for it. */
export interface Parameter {
  schema: z.ZodType;
  encodings: fc.Arbitrary<Encoding>;
}

function inText(value: fc.Arbitrary<Json>): fc.Arbitrary<Encoding> {
  return value.chain((right) =>
    fc
      .constantFrom<Json>(right, JSON.stringify(right), ` ${JSON.stringify(JSON.stringify(right))}`)
      .map((wrong) => ({
        right,
        wrong,
      })),
  );
}

/** A whole value or its parts encoded as text; the encodings drawn for the parts are used in the whole. */
function wholeInText(encodings: fc.Arbitrary<Encoding>): fc.Arbitrary<Encoding> {
  return fc.tuple(encodings, fc.boolean()).map(([{ right, wrong }, asText]) => ({
    right,
    wrong: asText ? JSON.stringify(wrong) : wrong,
  }));
}

const exactNumber = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
);
// JSON has no negative zero.
const number = exactNumber.map((value) => value + 0);

const leaf: fc.Arbitrary<Parameter> = fc.constantFrom<Parameter>(
  { schema: z.number(), encodings: inText(number) },
  { schema: z.number().nullable(), encodings: inText(fc.option(number)) },
  { schema: z.boolean(), encodings: inText(fc.boolean()) },
  {
    schema: z.string(),
    encodings: fc.string({ unit: 'binary' }).map((text) => ({ right: text, wrong: text })),
  },
);

function listOf({ schema, encodings }: Parameter): Parameter {
  const list = fc.array(encodings, { maxLength: 4 }).map((entries) => ({
    right: entries.map(({ right }) => right),
    wrong: entries.map(({ wrong }) => wrong),
  }));
  return { schema: z.array(schema), encodings: wholeInText(list) };
}

function objectOf(members: Record<string, Parameter>): Parameter {
  const names = Object.keys(members);
  const encodings = fc.tuple(...Object.values(members).map((member) => member.encodings)).map((drawn) => ({
    right: Object.fromEntries(names.map((name, index) => [name, drawn[index]?.right ?? null])),
    wrong: Object.fromEntries(names.map((name, index) => [name, drawn[index]?.wrong ?? null])),
  }));
  const shape = Object.fromEntries(names.map((name) => [name, members[name]?.schema ?? z.never()]));
  return { schema: z.strictObject(shape), encodings: wholeInText(encodings) };
}

/** Parameters of every kind that a tool can declare, including nested lists and objects. */
export const anyParameter: fc.Arbitrary<Parameter> = fc.letrec<{ parameter: Parameter }>((tie) => ({
  parameter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('parameter').map(listOf),
    fc.dictionary(fc.constantFrom('a', 'b', 'rules'), tie('parameter'), { minKeys: 1 }).map(objectOf),
  ),
})).parameter;
