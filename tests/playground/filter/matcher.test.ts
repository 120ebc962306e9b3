import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '@/playground/filter/matcher';
import { matchesModel } from '@/tests/fakes/matches-model';
import golden from '@/tests/fixtures/golden-matcher.json';

describe('matchesModel', () => {
  it.each(golden)('decides "$pattern" on "$modelId" as the proxy does', (row) => {
    expect(matchesModel(row.pattern, row.modelId)).toBe(row.matches);
  });

  it.each(golden)('matches "$pattern" on "$modelId" by name and id as the proxy does', (row) => {
    const matches = compilePattern(row.pattern);
    const name = row.modelId.slice(row.modelId.indexOf('/') + 1);
    const through = [...(matches(name) ? ['name'] : []), ...(matches(row.modelId) ? ['id'] : [])];
    expect(through).toEqual(row.through);
  });
});

describe('compilePattern', () => {
  it.each([
    ['[z-a!x]', 'x', false, 'a `!` brought to the front by a vanished range negates'],
    ['[z-a!x]', 'q', true, 'and lets others through'],
    ['[z-a!-x]', '-', false, 'then a hyphen with nothing before it is a member'],
    ['[--0]', '/', true, 'a hyphen can start a range'],
    ['[a-c-e]', '-', true, 'a hyphen after a range is a member'],
    ['[a-c-e]', 'd', false, 'and makes no second range'],
    ['[!]a]', 'b', true, '`]` may follow the `!`'],
    ['[a-', '[a-', true, 'an unclosed set is ordinary text'],
    ['', '', true, 'the empty pattern matches the empty text'],
    ['', 'a', false, 'and nothing else'],
    ['ab*ba', 'aba', false, 'the ends of a pattern may not overlap in the text'],
    ['*?', '', false, 'each place takes a code point of its own'],
    ['?*?', '😀😀', true, 'and a whole one'],
    ['?*?', '😀', false, 'not its two halves'],
    ['*\ude00', '😀', false, 'half a character is not found inside a whole one'],
    ['\ud83d*', '😀', false, 'at neither end'],
    ['*\ud83d*', 'a\ud83db', true, 'but it is found alone'],
  ])('%s on %s is %s: %s', (pattern, text, expected) => {
    expect(compilePattern(pattern)(text)).toBe(expected);
  });

  it('matches any text without wildcards to itself only', () => {
    const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[*?[]/g, ''));
    fc.assert(
      fc.property(plain, plain, (pattern, other) => {
        expect(compilePattern(pattern)(pattern)).toBe(true);
        expect(compilePattern(pattern)(other)).toBe(pattern === other);
      }),
    );
  });

  it.each([
    ['plain segments', `${'*a'.repeat(100)}*b`],
    ['segments with sets', `${'*[ab]?[!c]'.repeat(60)}*c`],
    ['a long segment that nearly fits everywhere', `*${'[a]'.repeat(60)}b*`],
  ])('matches a pathological pattern fast: %s', (_, pattern) => {
    expect(compilePattern(pattern)('a'.repeat(20_000))).toBe(false);
  });
});

const PYTHON = 'python3';
const hasPython =
  spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info[:2] != (3, 11))']).status === 0;
const SCRIPT = [
  'import sys, json, fnmatch',
  'print(json.dumps([fnmatch.fnmatchcase(text, pattern) for pattern, text in json.load(sys.stdin)]))',
].join('\n');

type Pair = readonly [pattern: string, text: string];

describe.skipIf(!hasPython)('compared with Python 3.11, skipped if it is not installed', () => {
  const ask = (pairs: readonly Pair[]): unknown => {
    const options = { input: JSON.stringify(pairs), encoding: 'utf8', maxBuffer: 8_000_000 } as const;
    return JSON.parse(spawnSync(PYTHON, ['-W', 'ignore', '-c', SCRIPT], options).stdout);
  };
  const decide = (pairs: readonly Pair[]) => pairs.map(([pattern, text]) => compilePattern(pattern)(text));

  it('agrees with fnmatch on random pairs', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab/-[]!^*?😀é\\'), maxLength: 9 });
    const inner = fc.string({ unit: fc.constantFrom(...'abc-!^[\\&~|😀'), maxLength: 8 });
    const set = inner.map((members) => `[${members}]`);
    const pattern = fc.oneof(
      part,
      set,
      fc.tuple(part, set, part).map((parts) => parts.join('')),
    );
    const pairs = fc.sample(fc.tuple(pattern, part), { numRuns: 20_000, seed: 20_241_120 });
    expect(decide(pairs)).toEqual(ask(pairs));
  });

  it('agrees with fnmatch on every set of five members, for each single character', () => {
    const alphabet = 'ac-!^';
    const sets = Array.from({ length: alphabet.length ** 5 }, (_, number) =>
      [0, 1, 2, 3, 4].map((digit) => alphabet[Math.floor(number / alphabet.length ** digit) % 5]).join(''),
    );
    const pairs = sets.flatMap((members) => [...'abc-!^d'].map((text): Pair => [`[${members}]`, text]));
    expect(decide(pairs)).toEqual(ask(pairs));
  });
});
