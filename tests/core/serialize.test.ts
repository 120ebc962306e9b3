import { expect, it } from 'vitest';
import { createSerializer } from '@/src/core/serialize';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('runs tasks of one key in order, those of another beside them, and survives a failing one', async () => {
  const serially = createSerializer();
  const log: string[] = [];
  const task = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await pause(ms);
    log.push(`${name} ends`);
    if (name === 'bad') throw new Error('bad');
    return name;
  };
  const results = await Promise.allSettled([
    serially('a', task('first', 6)),
    serially('a', task('bad', 1)),
    serially('a', task('third', 1)),
    serially('b', task('other', 1)),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(log.filter((entry) => !entry.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'bad begins',
    'bad ends',
    'third begins',
    'third ends',
  ]);
  expect(log.indexOf('other ends')).toBeLessThan(log.indexOf('first ends'));
});
