import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '@/src/background/storage/logger';
import { REMOVED } from '@/src/core/logging/redact';
import type { NewLogEntry } from '@/src/schema/log-entry';
import { LOG_LEVELS } from '@/src/schema/values/log-level';
import { NO_POLICY } from '@/src/schema/values/managed-policy';

function create(storedLevel?: unknown, get?: () => Promise<Record<string, unknown>>) {
  const entries: NewLogEntry[] = [];
  const store = {
    add: (entry: NewLogEntry) => void entries.push(entry),
    flush: async () => undefined,
    clear: vi.fn(async () => undefined),
  };
  const items: Record<string, unknown> = storedLevel === undefined ? {} : { 'log-level': storedLevel };
  const area = {
    get: get ?? (async () => ({ ...items })),
    set: vi.fn(async (changes: Record<string, unknown>) => void Object.assign(items, changes)),
  };
  const lines: unknown[][] = [];
  const method =
    (name: string) =>
    (...words: unknown[]) =>
      void lines.push([name, ...words]);
  const logger = createLogger({
    store,
    area,
    policy: async () => NO_POLICY,
    clock: { now: () => 7 },
    console: { error: method('error'), warn: method('warn'), info: method('info'), debug: method('debug') },
  });
  return { logger, entries, area, items, lines, clear: store.clear };
}

/** The level is read when the logger is created. */
const levelRead = () => new Promise((resolve) => setTimeout(resolve));

it('an entry is written to the store and to the console, at the same level', async () => {
  const { logger, entries, lines } = create('debug');
  await levelRead();
  for (const level of LOG_LEVELS) logger[level]('a.topic', `It is ${level}.`);
  logger.info('a.topic', 'With facts.', { chatId: 'c', runId: 'r', data: { n: 1 } });
  expect(entries[0]).toEqual({
    atMs: 7,
    level: 'error',
    topic: 'a.topic',
    chatId: null,
    runId: null,
    message: 'It is error.',
    data: null,
  });
  expect(entries.map(({ level }) => level)).toEqual(['error', 'warning', 'info', 'debug', 'info']);
  expect(entries.at(-1)).toMatchObject({ chatId: 'c', runId: 'r', data: { n: 1 } });
  expect(lines).toEqual([
    ['error', '[a.topic] It is error.'],
    ['warn', '[a.topic] It is warning.'],
    ['info', '[a.topic] It is info.'],
    ['debug', '[a.topic] It is debug.'],
    ['info', '[a.topic] With facts. (chat c, run r)', { n: 1 }],
  ]);
});

it('texts that look like secrets are removed from both, at any level', async () => {
  const { logger, entries, lines } = create('debug');
  await levelRead();
  for (const level of LOG_LEVELS) {
    logger[level]('t', 'It said Bearer canary-0815 again.', {
      data: { headers: { authorization: 'canary-0815' } },
    });
  }
  expect(JSON.stringify([entries, lines])).not.toContain('canary-0815');
  expect(entries[3]).toMatchObject({
    message: `It said Bearer ${REMOVED} again.`,
    data: { headers: { authorization: REMOVED } },
  });
});

describe('the level', () => {
  it.each([
    ['error', 1],
    ['warning', 2],
    ['info', 3],
    ['debug', 4],
    [undefined, 3],
    ['nonsense', 3],
  ])('%s passes this many of four entries: %i', async (stored, kept) => {
    const { logger, entries, lines } = create(stored);
    await levelRead();
    for (const level of LOG_LEVELS) logger[level]('t', 'm');
    expect(entries).toHaveLength(kept);
    expect(lines).toHaveLength(kept);
    expect(LOG_LEVELS.filter(logger.keeps)).toHaveLength(kept);
  });

  it('is the default until the stored one is read, so that no payload is stored by mistake', () => {
    const { logger } = create('debug');
    expect(LOG_LEVELS.filter(logger.keeps)).toEqual(['error', 'warning', 'info']);
  });

  it('is stored when the user chooses it, applies at once, and is logged', async () => {
    const { logger, items, entries } = create();
    await logger.setLevel('debug');
    expect(items).toEqual({ 'log-level': 'debug' });
    expect(logger.keeps('debug')).toBe(true);
    expect(entries.map(({ message }) => message)).toEqual(['The log’s level is debug now.']);
    await levelRead();
    await logger.setLevel('error');
    expect(LOG_LEVELS.filter(logger.keeps)).toEqual(['error']);
    expect(entries).toHaveLength(1);
  });

  it('chosen while the stored one is being read stays', async () => {
    let answer = (_items: Record<string, unknown>) => {};
    const { logger } = create(undefined, () => new Promise((resolve) => (answer = resolve)));
    await logger.setLevel('debug');
    answer({ 'log-level': 'error' });
    await levelRead();
    expect(logger.keeps('debug')).toBe(true);
  });

  it('that can’t be stored is refused, and the old one stays', async () => {
    const { logger, area } = create();
    area.set.mockRejectedValueOnce(new Error('no room'));
    await expect(logger.setLevel('debug')).rejects.toMatchObject({ code: 'storage' });
    expect(logger.keeps('debug')).toBe(false);
  });

  it('that can’t be read is logged, and the default applies', async () => {
    const { logger, entries } = create(undefined, () => Promise.reject(new Error('corrupt')));
    await levelRead();
    expect(entries).toMatchObject([
      { level: 'error', topic: 'log.level', data: { reason: 'Error: corrupt' } },
    ]);
    expect(logger.keeps('info')).toBe(true);
  });
});

it('clearing the log clears the store', async () => {
  const { logger, clear } = create();
  await logger.clear();
  expect(clear).toHaveBeenCalledTimes(1);
});
