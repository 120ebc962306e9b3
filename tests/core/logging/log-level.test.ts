import { expect, it } from 'vitest';
import { levelsUpTo, readLogLevel } from '@/src/core/logging/log-level';
import { LOG_LEVELS } from '@/src/schema/values/log-level';

it.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
  ['debug', ['error', 'warning', 'info', 'debug']],
] as const)('up to %s there are %j', (level, levels) => {
  expect(levelsUpTo(level)).toEqual(levels);
});

it.each(LOG_LEVELS)('the stored level %s is read', (level) => {
  expect(readLogLevel(level)).toBe(level);
});

it.each([undefined, null, 'verbose', 3])(
  'the stored value %j → the default level, without payloads',
  (stored) => {
    expect(readLogLevel(stored)).toBe('info');
  },
);
