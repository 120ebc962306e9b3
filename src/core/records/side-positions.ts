/** Distance of a side request's messages. A power of two, so that sums of positions are exact. */
const STEP = 2 ** -10;

/** `count` positions after `last`, for the messages of a side request: closer to each other than those of a run. */
export function sidePositions(last: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => last + STEP * (index + 1));
}
