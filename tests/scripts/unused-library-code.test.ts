import { expect, it } from 'vitest';
import { UNUSED_LIBRARY_CODE } from '@/scripts/unused-library-code';

const transform = UNUSED_LIBRARY_CODE.transform as unknown as (code: string, id: string) => unknown;

it('the build fails when a library whose code is left out in part has another form', () => {
  expect(() => transform('export const other = 1;', '/node_modules/highlight.js/lib/core.js')).toThrow(
    'has another form than expected',
  );
});

it('the build leaves all other modules as they are', () => {
  expect(transform('element.innerHTML = result.value;', '/src/core.js')).toBeNull();
});
