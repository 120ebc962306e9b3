import { expect, it } from 'vitest';
import { createLatePart, lateServices } from '@/src/background/late-part';

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
  const part = createLatePart(async () => ({ note, diary: { note } }));
  const { note: late, diary } = lateServices(part);
  const first = late('first');
  const second = diary.note('second');
  await first;
  const third = late('third');
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
  expect(calls).toEqual(['first', 'second', 'third']);
});

it('rejects as its methods do', async () => {
  const fail = async () => {
    throw new Error('refused');
  };
  const { fail: late } = lateServices({ load: async () => ({ fail }) });
  await expect(late()).rejects.toThrow('refused');
});

it('fails a call that it can’t be loaded for, and is loaded again for the next one', async () => {
  const outcomes = [new Error('no disk'), null];
  const part = createLatePart(async () => {
    const error = outcomes.shift();
    if (error != null) throw error;
    return { greet: async () => 'hello' };
  });
  const { greet } = lateServices(part);
  await expect(greet()).rejects.toThrow('no disk');
  await expect(greet()).resolves.toBe('hello');
});

it('can be the result of a promise, without being loaded', async () => {
  const load = (): Promise<object> => Promise.reject(new Error('not needed'));
  await expect(Promise.resolve(lateServices({ load }))).resolves.toBeDefined();
});
