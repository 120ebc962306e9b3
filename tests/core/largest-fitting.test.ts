import fc from 'fast-check';
import { expect, it } from 'vitest';
import { largestFitting } from '@/src/core/largest-fitting';

it('the bisection finds the last number that fits, without trying the first', () => {
  const bounds = fc.tuple(fc.integer({ min: -1, max: 50 }), fc.nat(50), fc.nat(100));
  fc.assert(
    fc.property(bounds, ([low, range, limit]) => {
      const tried: number[] = [];
      const found = largestFitting(low, low + range, (count) => {
        tried.push(count);
        return count <= limit;
      });
      expect(found).toBe(Math.max(low, Math.min(limit, low + range - 1)));
      expect(tried).not.toContain(low);
    }),
  );
});
