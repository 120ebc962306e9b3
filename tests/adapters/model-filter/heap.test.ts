import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeap } from '@/src/adapters/model-filter/name-lines';

it('always pops the smallest item', () => {
  const step = fc.oneof(fc.nat(20), fc.constant('pop' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = createHeap<number>((left, right) => left < right);
      let held: number[] = [];
      for (const one of steps) {
        if (one === 'pop') {
          held = held.toSorted((left, right) => left - right);
          expect(heap.pop()).toBe(held.shift());
        } else {
          heap.push(one);
          held.push(one);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});
