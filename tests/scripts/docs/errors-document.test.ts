import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS_DOCUMENT, errorsDocument, findErrorPlaces } from '@/scripts/docs/errors-document';

it('docs/errors.md is what npm run docs -- --errors writes', () => {
  expect(readFileSync(ERRORS_DOCUMENT, 'utf8')).toBe(errorsDocument('.'));
});

describe('the places that make errors', () => {
  it.each([
    ["textError('busy', 'error.a')", { texts: ['error.a'], remedies: [] }],
    ["textError('busy', say('error.a', { b: 'c' }))", { texts: ['error.a'], remedies: [] }],
    [
      "textError('busy', isA ? 'error.a' : 'error.b', { remedy: say('remedy.c'), details })",
      { texts: ['error.a', 'error.b'], remedies: ['remedy.c'] },
    ],
    [
      "new StewardError('busy', say('error.a'), { remedy: 'remedy.b' })",
      { texts: ['error.a'], remedies: ['remedy.b'] },
    ],
  ])('are found in %s', (source, place) => {
    expect(findErrorPlaces('a.ts', source)).toEqual([{ code: 'busy', ...place }]);
  });

  it.each(["textError(code, 'error.a')", "textError('busy', message)", "log('busy', 'error.a')"])(
    'are not found in %s',
    (source) => {
      expect(findErrorPlaces('a.ts', source)).toEqual([]);
    },
  );
});
