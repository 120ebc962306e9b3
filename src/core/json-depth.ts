import type { Json } from './json';

/** Whether arrays and objects lie in each other more than `levels` deep. Goes no deeper than that itself. */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
