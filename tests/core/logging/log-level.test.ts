import { expect, it } from 'vitest';
import { LOG_LEVELS, levelsUpTo, readLogLevel } from '@/src/core/logging/log-level';

it.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
  ['debug', ['error', 'warning', 'info', 'debug']],
] as const)('up to %s there are %j', (level, levels) => {
  expect(levelsUpTo(level)).toEqual(levels);
});

it.each(LOG_LEVELS)('%s is read as it was stored', (level) => {
  expect(readLogLevel(level)).toBe(level);
});

it.each([undefined, null, 'verbose', 3])(
  'where no level was stored but %j, payloads are not kept',
  (stored) => {
    expect(readLogLevel(stored)).toBe('info');
  },
);
