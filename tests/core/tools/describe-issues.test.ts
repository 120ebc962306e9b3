import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues } from '@/src/core/tools/describe-issues';
import { inputSchemaOf } from '@/src/core/tools/input-schema';
import type { Json } from '@/src/schema/values/json';

const rule = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('ignore'), pattern: z.string(), limit: z.int().optional() }),
  z.strictObject({ mode: z.literal('whitelist'), models: z.array(z.string()).min(2).max(3) }),
]);
const input = z
  .strictObject({
    rules: z.array(rule).min(1).optional(),
    order: z.enum(['newest', 'oldest']).optional(),
    many: z.enum(Array.from({ length: 15 }, (_, index) => `choice-${index}`) as [string]).optional(),
    level: z.literal([1, 2]).optional(),
    only: z.literal('yes').optional(),
    target: z.union([z.enum(['all']), z.number(), z.null(), z.array(z.string())]).optional(),
    size: z.union([z.number(), z.union([z.number(), z.null()])]).optional(),
    source: z
      .union([z.strictObject({ url: z.string() }), z.strictObject({ text: z.string(), title: z.string() })])
      .optional(),
    entry: z.union([z.strictObject({ url: z.string() }), z.string()]).optional(),
    nested: z.union([z.union([z.strictObject({ a: z.number() }), z.null()]), z.string()]).optional(),
    pair: z.tuple([z.string(), z.boolean()]).optional(),
    share: z.number().gt(0).lt(1).optional(),
    count: z.int().min(2).max(5).optional(),
    code: z.string().min(2).max(1).optional(),
    step: z.number().multipleOf(5).optional(),
    empty: z.strictObject({}).optional(),
    whole: z.int().optional(),
    single: z.array(z.string()).max(1).optional(),
    twelve: z.enum(Array.from({ length: 12 }, (_, index) => `choice-${index}`) as [string]).optional(),
    deep: z
      .union([z.strictObject({ a: z.strictObject({ b: z.string() }) }), z.strictObject({ c: z.string() })])
      .optional(),
    both: z.intersection(z.string(), z.string()).optional(),
  })
  .refine(
    ({ order, level }) => order === undefined || level === undefined,
    'order and level exclude each other',
  );

const schema = inputSchemaOf(input);

function issuesOf(args: Json): string {
  const checked = input.safeParse(args);
  if (checked.success) throw new Error('the arguments fit');
  return describeIssues(checked.error.issues, { value: args, schema });
}

describe('describeIssues', () => {
  it.each<[string, Json, string]>([
    [
      'a misspelt member deep inside',
      { rules: [{ mode: 'ignore', patern: 'a', pattern: 'a' }] },
      'There is no parameter "rules.0.patern". Did you mean "rules.0.pattern"?',
    ],
    [
      'a member of another form',
      { rules: [{ mode: 'ignore', pattern: 'a', models: [] }] },
      'There is no parameter "rules.0.models". Did you mean "rules.0.mode"?',
    ],
    [
      'a misspelt tag',
      { rules: [{ mode: 'ignor' }] },
      '"rules.0.mode" has to be "ignore" or "whitelist", not "ignor". Did you mean "ignore"?',
    ],
    [
      'a missing member of a form',
      { rules: [{ mode: 'ignore', pattern: 'a' }, { mode: 'ignore' }] },
      '"rules.1.pattern" is missing.',
    ],
    [
      'a form that is not an object',
      { rules: ['ignore'] },
      '"rules.0" has to be an object with "mode" and "pattern" or an object with "mode" and "models", not a string.',
    ],
    [
      'a fraction',
      { rules: [{ mode: 'ignore', pattern: 'a', limit: 1.5 }] },
      '"rules.0.limit" has to be a whole number, not 1.5.',
    ],
    [
      'too few entries',
      { rules: [{ mode: 'whitelist', models: ['a'] }] },
      '"rules.0.models" has to have at least 2 entries.',
    ],
    [
      'too many entries',
      { rules: [{ mode: 'whitelist', models: ['a', 'b', 'c', 'd'] }] },
      '"rules.0.models" is longer than 3 entries.',
    ],
    ['an empty list', { rules: [] }, '"rules" is empty.'],
    [
      'a misspelt word',
      { order: 'Newst' },
      '"order" has to be "newest" or "oldest", not "Newst". Did you mean "newest"?',
    ],
    [
      'a word that resembles none',
      { order: 'alphabetical' },
      '"order" has to be "newest" or "oldest", not "alphabetical".',
    ],
    [
      'a list in place of a word',
      { order: ['newest'] },
      '"order" has to be "newest" or "oldest", not an array.',
    ],
    ['null in place of a word', { order: null }, '"order" has to be "newest" or "oldest", not null.'],
    ['a number that isn’t listed', { level: 3 }, '"level" has to be 1 or 2, not 3.'],
    [
      'another word than the only one',
      { only: 'ye' },
      '"only" has to be "yes", not "ye". Did you mean "yes"?',
    ],
    [
      'a word of very many',
      { many: 'choice_14' },
      `"many" has to be ${Array.from({ length: 12 }, (_, index) => `"choice-${index}"`).join(', ')} or 3 more, not "choice_14". Did you mean "choice-14"?`,
    ],
    [
      'a value that fits no form',
      { target: 'al' },
      '"target" has to be "all", a number, null or an array, not "al". Did you mean "all"?',
    ],
    [
      'an entry of the one form that was meant',
      { target: ['a', 7] },
      '"target.1" has to be a string, not a number.',
    ],
    ['forms that say the same twice', { size: true }, '"size" has to be a number or null, not a boolean.'],
    [
      'a member of the one form that knows all members',
      { source: { url: 7 } },
      '"source.url" has to be a string, not a number.',
    ],
    [
      'a member that no form knows',
      { source: { file: 'a' } },
      '"source" has to be an object with "url" or an object with "text" and "title", not an object with "file".',
    ],
    [
      'an object without members',
      { source: {} },
      '"source" has to be an object with "url" or an object with "text" and "title", not an object.',
    ],
    [
      'a misspelt member of the only object among the forms',
      { entry: { urls: 'a', url: 'a' } },
      'There is no parameter "entry.urls". Did you mean "entry.url"?',
    ],
    [
      'a member of a form of a form',
      { nested: { a: 'few' } },
      '"nested.a" has to be a number, not a string.',
    ],
    ['an entry of a tuple', { pair: ['a', 'b'] }, '"pair.1" has to be a boolean, not a string.'],
    ['a number that has to be more', { share: 0 }, '"share" has to be more than 0.'],
    ['a number that has to be less', { share: 1 }, '"share" has to be less than 1.'],
    ['a whole number below its least', { count: 1 }, '"count" has to be at least 2.'],
    ['a whole number above its most', { count: 6 }, '"count" has to be at most 5.'],
    ['a text below its least and above its most', { code: '' }, '"code" has to have at least 2 characters.'],
    ['a text above its most', { code: 'abc' }, '"code" is longer than 1 character.'],
    ['a rule of another kind', { step: 7 }, '"step": Invalid number: must be a multiple of 5.'],
    ['a rule about the whole', { order: 'newest', level: 1 }, 'order and level exclude each other.'],
    ['a member of an object without any', { empty: { a: 1 } }, 'There is no parameter "empty.a".'],
    [
      'a wrong and a misspelt member of the only object among the forms',
      { entry: { urls: 'a', url: 7 } },
      '"entry.url" has to be a string, not a number. There is no parameter "entry.urls". Did you mean "entry.url"?',
    ],
    [
      'unknown members inside the one form that knows all of the first level',
      { deep: { a: { b: 7, other: 1 } } },
      '"deep.a.b" has to be a string, not a number. There is no parameter "deep.a.other".',
    ],
    ['a word where numbers are listed', { level: 'one' }, '"level" has to be 1 or 2, not "one".'],
    ['a whole number that is too great', { whole: 1e20 }, '"whole" has to be at most 9007199254740991.'],
    ['an entry too many', { single: ['a', 'b'] }, '"single" is longer than 1 entry.'],
    [
      'exactly as many words as are listed',
      { twelve: 'x' },
      `"twelve" has to be ${Array.from({ length: 11 }, (_, index) => `"choice-${index}"`).join(', ')} or "choice-11", not "x".`,
    ],
    ['what can’t be put into words', { both: 7 }, '"both" has to be something else, not a number.'],
    ['an object that takes no members', { empty: 7 }, '"empty" has to be an object, not a number.'],
  ])('reports %s', (_, args, words) => {
    expect(issuesOf(args)).toBe(words);
  });

  it('makes only the sentences that it reports', () => {
    let made = 0;
    const issues = Array.from({ length: 20_000 }, (_, index) => ({
      code: 'custom' as const,
      path: [`x${index}`],
      get message() {
        made += 1;
        return 'is odd';
      },
    }));
    expect(describeIssues(issues, { value: {}, schema })).toContain('Number of further problems: 19995.');
    expect(made).toBe(5);
  });

  it.each([
    ['exactly the maximum', 5, ''],
    ['one more', 6, ' Number of further problems: 1.'],
    ['many more', 1_000, ' Number of further problems: 995.'],
  ])('reports no more than five at once: %s', (_, count, more) => {
    const names = Array.from({ length: count }, (__, index) => `x${index}`);
    const first = names.slice(0, 5).map((name) => `There is no parameter "${name}".`);
    expect(issuesOf(Object.fromEntries(names.map((name) => [name, 1])))).toBe(first.join(' ') + more);
  });

  it.each([
    ['__proto__', '"__proto__"'],
    ['constructor', '"constructor"'],
    ['a\u202eb', String.raw`"a\u202eb"`],
    ['line\nbreak', String.raw`"line\nbreak"`],
    ['x'.repeat(1_000), `"${'x'.repeat(80)}"…`],
  ])('quotes the hostile parameter %j', (name, shown) => {
    expect(issuesOf(JSON.parse(`{${JSON.stringify(name)}:{"a":1}}`))).toBe(`There is no parameter ${shown}.`);
  });

  it('quotes a hostile value', () => {
    expect(issuesOf({ order: `\u200b${'y'.repeat(100)}` })).toBe(
      `"order" has to be "newest" or "oldest", not ${String.raw`"\u200b`}${'y'.repeat(79)}"….`,
    );
  });

  it('lists the members of an unexpected object', () => {
    expect(issuesOf({ share: { a: 1, b: 2 } })).toBe(
      '"share" has to be a number, not an object with "a" and "b".',
    );
  });
});
