import { expect, it } from 'vitest';
import { isRestoring } from '@/src/core/checkpoints/restore-intent';

it.each([
  ['just began', 0, true],
  ['began within three minutes', 179_999, true],
  ['is older', 180_000, false],
  ['began, by a clock that was set back since, a day from now', -86_400_000, false],
])('a restore that %s keeps the page: %s ms, %s', (_name, ageMs, isKept) => {
  const nowMs = 1_800_000_000_000;
  expect(isRestoring({ startedAtMs: nowMs - ageMs }, nowMs)).toBe(isKept);
});
