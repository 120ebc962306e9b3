/**
 * Creates a generator of integers from 0 to `limit` - 1, determined by a 32-bit seed, so that every run measures the
 * same input.
 */
export function createSeededRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
