import { describe, expect, it } from 'vitest';
import { globsFittingNothing, globsIn, matcherOf } from '@/src/core/context/part-globs';

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
    [['['], 'users/text', false],
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
