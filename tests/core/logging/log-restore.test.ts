import { expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { logRestore } from '@/src/core/logging/log-restore';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { createMemoryLogger } from '@/tests/core/logging/memory-logger';

const about = { chatId: 'c', checkpointId: 'k', subject: 'A checkpoint was' };

it('logs a restore and returns its result', async () => {
  const { logger, entries } = createMemoryLogger('info');
  expect(await logRestore(logger, about, async () => ({ composerText: 'text' }))).toEqual({
    composerText: 'text',
  });
  expect(entries).toEqual([
    {
      level: 'info',
      topic: 'checkpoint.restore',
      message: 'A checkpoint was restored.',
      chatId: 'c',
      runId: null,
      data: { checkpointId: 'k' },
    },
  ]);
});

it('logs restored unsaved changes, which have no checkpoint', async () => {
  const { logger, entries } = createMemoryLogger('info');
  const what = { chatId: 'c', checkpointId: null, subject: 'Unsaved changes lost in a reload were' };
  await logRestore(logger, what, async () => undefined);
  const failure = new StewardError('state-refused', 'It didn’t work.', { remedy: 'Look.' });
  await expect(logRestore(logger, what, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(entries.map(({ message }) => message)).toEqual([
    'Unsaved changes lost in a reload were restored.',
    'Unsaved changes lost in a reload were not restored. It didn’t work.',
  ]);
});

it.each<[ErrorCode, string]>([
  ['state-refused', 'error'],
  ['storage', 'error'],
  ['page-gone', 'error'],
  ['busy', 'warning'],
  ['conflict', 'warning'],
  ['page-changed', 'warning'],
])('logs a restore that fails with %s as %s, and rethrows its error', async (code, level) => {
  const { logger, entries } = createMemoryLogger('info');
  const failure = new StewardError(code, 'It didn’t work.', { remedy: 'Look.', details: 'page text' });
  await expect(logRestore(logger, about, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(entries).toEqual([
    {
      level,
      topic: 'checkpoint.restore',
      message: 'A checkpoint was not restored. It didn’t work.',
      chatId: 'c',
      runId: null,
      data: { checkpointId: 'k', code },
    },
  ]);
});
