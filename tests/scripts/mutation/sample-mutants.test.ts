import { describe, expect, it } from 'vitest';
import { sampleOf, strykerPlugins } from '@/scripts/mutation/sample-mutants.mjs';

const ids = Array.from({ length: 1_000 }, (_, index) => String(index));
const idsOf = (seed: string) => [...sampleOf(ids, 120, seed)];

describe('a sample of mutants', () => {
  it('has as many as asked for, each once, and all of them if there are fewer', () => {
    expect(new Set(idsOf('1')).size).toBe(120);
    expect([...sampleOf(['a', 'b'], 120, '1')].toSorted()).toEqual(['a', 'b']);
  });

  it('is the same for the same seed, in whatever order the mutants come, and another for another seed', () => {
    expect([...sampleOf(ids.toReversed(), 120, '1')].toSorted()).toEqual(idsOf('1').toSorted());
    const both = idsOf('1').filter((id) => idsOf('2').includes(id));
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(60);
  });

  it('has about as many of each part of the room', () => {
    const counts = [0, 1, 2, 3, 4].map((seed) => idsOf(String(seed)).filter((id) => Number(id) < 500).length);
    for (const count of counts) expect(Math.abs(count - 60)).toBeLessThan(25);
  });

  it('is chosen among all mutants at once; the others are reported as not tried', async () => {
    const [{ value: checker } = expect.fail('no plugin')] = strykerPlugins;
    const mutants = ids.map((id) => ({ id }));
    expect(await checker.group(mutants)).toEqual([ids]);
    process.env.MUTATION_SAMPLE = '3';
    const statuses = Object.values(await checker.check(mutants)).map(({ status }) => status);
    delete process.env.MUTATION_SAMPLE;
    expect(statuses.filter((status) => status === 'passed')).toHaveLength(3);
    expect(statuses.filter((status) => status === 'compileError')).toHaveLength(997);
  });
});
