import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COLLECT_MS, createPageNames } from '@/src/panel/kit/page-names/page-names';

/** The names in sight on the page. */
let inSight: string[];
let asked: string[][];
const nothing = () => undefined;
const create = (find = async (names: string[]) => names.filter((name) => inSight.includes(name))) =>
  createPageNames({
    find: (names) => {
      asked.push(names);
      return find(names);
    },
    show: nothing,
  });
const collected = () => vi.advanceTimersByTimeAsync(COLLECT_MS);

beforeEach(() => {
  vi.useFakeTimers();
  inSight = ['a', 'b'];
  asked = [];
});
afterEach(() => vi.useRealTimers());

it('asks once for all names that appear within the time, and tells those in sight', async () => {
  const names = create();
  const changes = { a: vi.fn(), c: vi.fn() };
  names.watch('a', changes.a);
  names.watch('c', changes.c);
  names.watch('a', changes.a);
  expect(names.isInSight('a')).toBe(false);
  await collected();
  expect(asked).toEqual([['a', 'c']]);
  expect([names.isInSight('a'), names.isInSight('c')]).toEqual([true, false]);
  expect(changes.a).toHaveBeenCalled();
  expect(changes.c).not.toHaveBeenCalled();
  names.watch('a', nothing);
  await collected();
  expect(asked).toHaveLength(1);
});

it('asks for no name that disappeared meanwhile', async () => {
  const names = create();
  names.watch('a', nothing)();
  names.watch('b', nothing);
  await collected();
  expect(asked).toEqual([['b']]);
});

it('asks again for all watched names once the page was reported', async () => {
  const names = create();
  const onChange = vi.fn();
  names.watch('a', onChange);
  names.watch('b', nothing);
  await collected();
  inSight = ['b'];
  names.renew();
  await collected();
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(names.isInSight('a')).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('asks for the newest 2,000 names at most', async () => {
  const names = create();
  for (let n = 0; n < 2_100; n += 1) names.watch(`m${n}`, nothing);
  await collected();
  expect(asked[0]).toHaveLength(2_000);
  expect(asked[0]?.at(-1)).toBe('m2099');
});

it('asks for no empty text and for none that is too long for a name, with which the others would be refused, too', async () => {
  const names = create();
  for (const name of ['', 'a', 'x'.repeat(1_001), 'x'.repeat(1_000)]) names.watch(name, nothing);
  await collected();
  expect(asked).toEqual([['a', 'x'.repeat(1_000)]]);
  expect(names.isInSight('a')).toBe(true);
});

it('leaves names as they are without an answer', async () => {
  const names = create();
  names.watch('a', nothing);
  await collected();
  const failing = create(() => Promise.reject(new Error('no response')));
  failing.watch('a', nothing);
  await collected();
  expect(failing.isInSight('a')).toBe(false);
  expect(names.isInSight('a')).toBe(true);
});

it('asks nothing where nothing is watched', async () => {
  create().renew();
  await collected();
  expect(asked).toEqual([]);
});
