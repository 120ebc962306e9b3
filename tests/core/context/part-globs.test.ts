import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assertGlobs, globsFittingNothing, globsIn, matcherOf } from '@/src/core/context/part-globs';

it('globs are the lines of a text, without blanks around them and without blank lines', () => {
  expect(globsIn(' **/links \n\n users/** ')).toEqual(['**/links', 'users/**']);
});

describe('a matcher', () => {
  it.each<[string[], string, boolean]>([
    [[], 'users/text', false],
    [['users/text'], 'users/text', true],
    [['users/*'], 'users/table-1', true],
    // Sections of the same name are left out together, since a new one before them changes their numbers.
    [['users/*'], 'users~2/table-1', true],
    [['users~2/**'], 'users~3/text', true],
    [['users~2/text'], 'users/text', true],
    // Nor do numbers of headings count, which are often counters.
    [['salaries-2024/**'], 'salaries/text', true],
    [['2024-salaries/**'], 'salaries/text', true],
    [['q1-report/text'], 'q-report/text', true],
    [['{q1,h2}/links'], 'q/links', true],
    // A glob may stand for a number, as well.
    [['salaries-*'], 'salaries-1', true],
    [['salaries-*/**'], 'salaries/text', false],
    [['*/links'], 'users~2/links', true],
    [['users/table-1'], 'users~2/table-2', false],
    [['users/**'], 'users/table-1', true],
    [['**/links'], 'users/links', true],
    [['**/links'], 'users/text', false],
    [['**/table-*', 'top/**'], 'top/text', true],
    [['{users,top}/links'], 'top/links', true],
    [['USERS/*'], 'users/text', true],
    [['*'], 'users/text', false],
    [['**'], 'users/text', true],
    // An exclamation mark negates nothing, so that no glob takes back another one.
    [['!users/text'], 'top/text', false],
    [['übersicht/*'], 'übersicht/text', true],
    [['**/users/**'], 'users/text', true],
    [['user?/**'], 'users/text', true],
    [['use??s/text'], 'users/text', false],
    [['users?text'], 'users/text', false],
    [['us**/text'], 'us/ers/text', false],
    [['{us*,top}/{text,links}'], 'users/text', true],
    // What stored chats may have of other dialects stands for itself.
    [['['], 'users/text', false],
    [['user[s]/text'], 'users/text', false],
    [['user[s]/text'], 'user[s]/text', true],
    [['([a-z-]+)+/text'], 'users/text', false],
    [['{users/text'], '{users/text', true],
    [['users}'], 'users}', true],
    [['constructor/*'], 'constructor/text', true],
    [['constructor/*'], 'users/text', false],
  ])('of %j: %s fits %s', (globs, key, fits) => {
    expect(matcherOf(globs)(key)).toBe(fits);
  });
});

it('the globs that fit none of the keys are found', () => {
  const keys = ['users/text', 'users~2/links', 'top/table-1'];
  expect(globsFittingNothing(['users/**', 'salaries/**', '**/table-2', '**'], keys)).toEqual([
    'salaries/**',
    '**/table-2',
  ]);
});

/** The plain texts with wildcards that a glob's alternatives stand for. */
function expanded(glob: string): string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (found === null) return [glob];
  const [braces, inner = ''] = found;
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + braces.length)];
  return inner.split(',').flatMap((alternative) => expanded(`${before}${alternative}${after}`));
}

/** A matcher by definition, which tries every length of each wildcard. */
function fitsByTrial(glob: string, text: string, isSegmentStart: boolean): boolean {
  if (glob === '') return text === '';
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  const isWhole = isSegmentStart && (glob === '**' || glob.startsWith('**/'));
  if (isWhole && glob === '**') return true;
  if (isWhole) {
    const starts = lengths.filter((length) => length === 0 || text[length - 1] === '/');
    return starts.some((length) => fitsByTrial(glob.slice(3), text.slice(length), true));
  }
  if (glob.startsWith('*')) {
    const runs = lengths.filter((length) => !text.slice(0, length).includes('/'));
    return runs.some((length) => fitsByTrial(glob.slice(1), text.slice(length), false));
  }
  const [sign, character] = [glob.charAt(0), text.charAt(0)];
  const isTaken = sign === '?' ? character !== '' && character !== '/' : sign === character;
  return isTaken && fitsByTrial(glob.slice(1), text.slice(1), sign === '/');
}

const joined = (signs: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength }).map((parts) => parts.join(''));

it('a matcher agrees with one by definition', () => {
  const glob = joined(['a', 'b', '/', '/', '*', '**', '**/', '?', '{a,b}', '{a*,?b}'], 7);
  const key = joined(['a', 'b', 'ab', '/'], 8);
  fc.assert(
    fc.property(glob, key, (pattern, text) => {
      const isFit = expanded(pattern).some((plain) => fitsByTrial(plain, text, true));
      expect(matcherOf([pattern])(text)).toBe(isFit);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['of stars', '*a'.repeat(20)],
  ['of path wildcards', '**/a*/'.repeat(20)],
  ['of alternatives', '{*a,a*,a}'.repeat(20)],
  ['of nested quantifiers of another dialect', '([a-z-]+)+1'],
])('a hostile glob %s visits a key at most once for each sign', (_, glob) => {
  const key = `${'a'.repeat(59)}/${'a'.repeat(100)}b`;
  // Called once for each piece of a glob, which then visits each place of the key.
  const pieces = vi.spyOn(Array.prototype, 'indexOf');
  try {
    matcherOf([glob])(key);
    // Two forms of the glob by two of the key.
    expect(pieces.mock.calls.length).toBeLessThanOrEqual(4 * glob.length);
  } finally {
    pieces.mockRestore();
  }
});

it.each(['users/**', '**/table-*', '{users,top}/links', 'salaries-?/*', 'über~2/text', 'a{b}c'])(
  'the glob %s may be entered',
  (glob) => expect(() => assertGlobs([glob])).not.toThrow(),
);

it.each(['([a-z-]+)+1', '!users/**', 'user[s]/text', '@(a|b)/text', '{a,{b,c}}/text', '{a', 'a}', 'a\\*'])(
  'the glob %s of another dialect is refused, and named',
  (glob) => {
    expect(() => assertGlobs(['users/**', glob])).toThrow(
      expect.objectContaining({ code: 'invalid-message', message: expect.stringContaining(glob) }),
    );
  },
);
