import fc from 'fast-check';
import type { Json } from '@/src/schema/values/json';

/** Keys that break code which uses objects as maps, or pointers as paths. */
const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'length',
  '',
  '-',
  '0',
  '01',
  '/',
  '~',
  '~1',
  'a/b',
  'a.b',
  '\u0000',
  '\ud800',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
];

const key = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...HOSTILE_KEYS), fc.string());

/** Small alphabets, so that two values often share parts, and a few unusual characters. */
const leafText = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '0', '1', '-0', '1e400', '5e-324', '0.1', '""', '"a"', '"b"'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

/** JSON as text: only `JSON.parse` creates objects with an own key `__proto__`. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leafText,
    fc.array(tie('text'), { maxLength: 8 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(key, tie('text')), { maxLength: 6 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ),
}));

/** Any value that JSON can represent. */
export const anyJson: fc.Arbitrary<Json> = text
  .map((source) => JSON.parse(source) as Json)
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

/** A page's state after edits: lists of rules in objects, each state similar to the one before. */
const rules = fc.array(fc.constantFrom('a*', 'b*', 'c*', 'd*', 'e*', 'f*'), { maxLength: 6 });
const pageState: fc.Arbitrary<Json> = fc.record({
  provider: fc.constantFrom('openai', 'mistral'),
  drafts: fc.dictionary(key, fc.record({ ignore: rules, whitelist: rules }), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  search: fc.constantFrom('', 'gpt'),
});

/** Arbitrary values, and page states. */
export const anyState: fc.Arbitrary<Json> = fc.oneof(anyJson, pageState);
