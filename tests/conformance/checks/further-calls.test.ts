import { expect, it } from 'vitest';
import { z } from 'zod';
import { manyNames } from '../adapter-case';
import { callsOnLater, furtherCalls, otherChoices } from './further-calls';

const name = z.string().min(1).max(20);
const limits = (names: string[]) => ({ limits: Object.fromEntries(names.map((each) => [each, 100])) });

it('tries the bounds of a number, and one that no rounding server keeps', () => {
  const input = z.strictObject({ value: z.int().min(0).max(10_000) });
  expect(furtherCalls(input, { value: 50 }, {}).map(({ value }) => value)).toEqual([1_237, 10_000, 0]);
});

it.each([
  ['within narrow bounds', z.int().min(0).max(5), 2, [3, 5, 0]],
  ['in steps', z.int().min(0).max(100).multipleOf(5), 50, [35, 100, 0]],
  ['with a fraction', z.number().min(0).max(1), 0.5, [0.123_456_7, 1, 0]],
])('tries a number %s', (_, value, sample, others) => {
  const calls = furtherCalls(z.strictObject({ value }), { value: sample }, {});
  expect(calls.map((args) => args.value)).toEqual(others);
});

it('tries each choice of an argument and leaves the others as they are', () => {
  const input = z.strictObject({ on: z.boolean(), role: z.enum(['admin', 'user', 'guest']) });
  expect(otherChoices(input, { on: true, role: 'user' })).toEqual([
    { on: false, role: 'user' },
    { on: true, role: 'admin' },
    { on: true, role: 'guest' },
  ]);
});

it('tries every other name of a small collection', () => {
  const input = z.strictObject({ name });
  const calls = furtherCalls(input, { name: 'ada' }, limits(['ada', 'bob', '@scope/cy']));
  expect(calls.map((args) => args.name)).toEqual(['bob', '@scope/cy', ' ada ', 'ADA', 'ada'.padEnd(20, 'x')]);
});

it('tries names from the whole of a large collection, the last one and unusual ones among them', () => {
  const input = z.strictObject({ name: z.string().max(30) });
  const names = furtherCalls(
    input,
    { name: 'item-1' },
    limits([...manyNames(400), 'a/b', 'constructor']),
  ).map((args) => args.name);
  expect(names.slice(0, 3)).toEqual(['a/b', 'constructor', 'item-345']);
  expect(names).toContain('item-59');
});

it('finds names in lists of entries, as ids and within lists of arguments', () => {
  const input = z.strictObject({ channels: z.array(z.int()) });
  const context = { channels: [4, 6, 9].map((id) => ({ id, models: 3 })) };
  const calls = furtherCalls(input, { channels: [4, 6] }, context);
  expect(calls.slice(0, 2)).toEqual([{ channels: [4, 4] }, { channels: [4, 9] }]);
});

it('makes no call that the schema refuses, none twice, and never more than 24', () => {
  const input = z.strictObject({ name, text: z.string().regex(/^[a-z]+$/) });
  const calls = furtherCalls(input, { name: 'ada', text: 'bob' }, limits(['ada', 'bob', 'cy']));
  expect(calls.every((args) => input.safeParse(args).success)).toBe(true);
  expect(new Set(calls.map((args) => JSON.stringify(args))).size).toBe(calls.length);
  const many = z.strictObject(Object.fromEntries(manyNames(20).map((key) => [key, z.string()])));
  const sample = Object.fromEntries(manyNames(20).map((key) => [key, 'v']));
  expect(furtherCalls(many, sample, {})).toHaveLength(24);
});

it('finds later names at the same place of a larger page', () => {
  const input = z.strictObject({ name, value: z.int() });
  const pages = { small: limits(['ada', 'bob']), large: limits(manyNames(300)) };
  expect(callsOnLater(input, { name: 'bob', value: 7 }, pages, 2)).toEqual([
    { name: 'item-300', value: 7 },
    { name: 'item-299', value: 7 },
  ]);
});
