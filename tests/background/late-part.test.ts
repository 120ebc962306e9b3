import { expect, it } from 'vitest';
import { createLatePart, lateService } from '@/src/background/late-part';

it('is created once, at its first use, however many ask for it', async () => {
  let created = 0;
  const part = createLatePart(async () => {
    created += 1;
    return { created };
  });
  expect(part.loaded()).toBeNull();
  const [first, second] = await Promise.all([part.load(), part.load()]);
  expect(await part.load()).toBe(first);
  expect([second, part.loaded()]).toEqual([first, first]);
  expect(created).toBe(1);
});

it('is created again after a failure', async () => {
  const outcomes = [new Error('no disk'), null];
  const part = createLatePart(async () => {
    const error = outcomes.shift();
    if (error != null) throw error;
    return 'part';
  });
  await expect(part.load()).rejects.toThrow('no disk');
  expect(part.loaded()).toBeNull();
  await expect(part.load()).resolves.toBe('part');
});

it('gets the calls of its methods in their order, those before it was loaded included', async () => {
  const calls: string[] = [];
  const note = async (text: string) => calls.push(text);
  const part = createLatePart(async () => ({ note }));
  const methods = lateService(part, (service) => service, {});
  const first = methods.note('first');
  const second = methods.note('second');
  await first;
  const third = methods.note('third');
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
  expect(calls).toEqual(['first', 'second', 'third']);
});

it('rejects as its methods do', async () => {
  const fail = async () => {
    throw new Error('refused');
  };
  const { fail: late } = lateService({ load: async () => ({ fail }) }, (service) => service, {});
  await expect(late()).rejects.toThrow('refused');
});

it('can be the result of a promise, and has the methods that need no part, without loading the part', async () => {
  const load = (): Promise<object> => Promise.reject(new Error('not needed'));
  const service = await Promise.resolve(lateService({ load }, (part) => part, { isBusy: () => false }));
  expect(service.isBusy()).toBe(false);
});
