import type { Json } from '@/src/schema/values/json';

/** True if arrays and objects are nested more than `levels` deep. Recurses no deeper than that. */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
