import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArguments, readJson } from '@/src/core/tools/read-arguments';

const EMPTY = 'Empty arguments were read as {}.';
const FENCE = 'A code fence around the JSON was taken off.';
const IN_STRING = 'JSON inside a JSON string was read.';
const object = { pattern: 'a' };
const json = JSON.stringify(object);

/** `{"a":{"a":…1…}}` */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('readArguments', () => {
  it.each<[string, string, unknown, string[]]>([
    ['an object', json, object, []],
    ['an object with space around it', `\ufeff \n${json}\u00a0`, object, []],
    ['no text', '', {}, [EMPTY]],
    ['blanks', ' \n', {}, [EMPTY]],
    ['an empty JSON string', '""', {}, [EMPTY]],
    ['null', 'null', {}, [EMPTY]],
    ['JSON in a JSON string', JSON.stringify(json), object, [IN_STRING]],
    [
      'JSON in a JSON string in another',
      JSON.stringify(JSON.stringify(json)),
      object,
      [IN_STRING, IN_STRING],
    ],
    ['a code fence', `\`\`\`\n${json}\n\`\`\``, object, [FENCE]],
    ['a code fence with a language', `\`\`\`JSON\n${json}\n\`\`\`\n`, object, [FENCE]],
    ['a code fence on one line', `\`\`\`json ${json}\`\`\``, object, [FENCE]],
    [
      'a code fence in a JSON string',
      JSON.stringify(`\`\`\`json\n${json}\n\`\`\``),
      object,
      [IN_STRING, FENCE],
    ],
    ['the deepest nesting', nested(64), JSON.parse(nested(64)), []],
  ])('parses %s', (_, text, value, repairs) => {
    expect(readArguments(text)).toEqual({ value, repairs });
  });

  it.each([
    ['an object with text after it', '{} or so'],
    ['an object with text before it', 'Here: {}'],
    ['two objects', '{}{}'],
    ['an array', '[{}]'],
    ['a number', '7'],
    ['a word', '"a"'],
    ['JSON in too many strings', JSON.stringify(JSON.stringify(JSON.stringify(json)))],
    ['part of an object in a string', '"{\\"pattern\\":"'],
    ['a fence that isn’t closed', `\`\`\`json\n${json}`],
    ['a fence that isn’t opened', `${json}\n\`\`\``],
    ['a fence around part of an object', '```json\n{"pattern":\n```'],
    ['a fence that ends otherwise', `\`\`\`json\n${json}abc`],
    ['a fence that begins otherwise', `abc${json}\`\`\``],
    ['a fence around nothing', '```'],
    ['nesting that no tool has', nested(65)],
    ['nesting that would overflow a stack', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('rejects %s', (_, text) => {
    expect(readArguments(text)).toBeNull();
  });

  it('keeps a member named like an inherited one', () => {
    expect(JSON.stringify(readArguments('{"__proto__":{"a":1}}')?.value)).toBe('{"__proto__":{"a":1}}');
  });

  it('never accepts truncated JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (value, share) => {
          const text = JSON.stringify(value);
          const cut = text.slice(0, Math.max(1, Math.floor(share * (text.length - 1))));
          expect(readArguments(cut)).toBeNull();
        },
      ),
    );
  });
});

it.each<[string, unknown]>([
  ['[1]', [1]],
  ['"7"', 7],
  ['true', true],
])('readJson parses %s', (text, value) => {
  expect(readJson(text)?.value).toEqual(value);
});
