import { expect, it } from 'vitest';
import { readTheme } from '@/src/core/records/theme';
import { THEMES } from '@/src/schema/values/theme';

it.each(THEMES)('a stored theme “%s” is read', (theme) => {
  expect(readTheme(theme)).toBe(theme);
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'system'],
  ['another text', 'sepia', 'system'],
  ['a key of every object', 'constructor', 'system'],
  ['no text', { theme: 'dark' }, 'system'],
])('%s is read as %j', (_, stored, expected) => {
  expect(readTheme(stored)).toBe(expected);
});
