import { expect, it } from 'vitest';
import { levelsUpTo } from '@/src/core/logging/entry-filter';

it.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
  ['debug', ['error', 'warning', 'info', 'debug']],
] as const)('up to %s there are %j', (level, levels) => {
  expect(levelsUpTo(level)).toEqual(levels);
});
