import { describe, expect, it } from 'vitest';
import { pageHashesOf, pageHashSteps } from '@/src/core/adapter/page-hashes';
import { hashJson } from '@/src/core/hash';

describe('the hashes of a context', () => {
  it('are computed once, at once or in steps, and again for another adapter or context', () => {
    let read = 0;
    const adapterOf = (state: string) => ({
      restorableState: () => {
        read += 1;
        return state;
      },
    });
    const [one, other] = [adapterOf('a'), adapterOf('b')];
    const context = { notes: [] };
    const hashes = { stateHash: hashJson('a'), savedHash: hashJson(null) };
    expect(pageHashesOf(one, context)).toEqual(hashes);
    expect(pageHashesOf(one, context)).toEqual(hashes);
    expect(pageHashSteps(one, context).next()).toEqual({ done: true, value: hashes });
    expect(read).toBe(1);
    expect(pageHashesOf(other, context).stateHash).toBe(hashJson('b'));
    expect(pageHashesOf(one, { ...context })).toEqual(hashes);
    expect(read).toBe(3);
  });
});
