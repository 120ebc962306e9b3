import { type Said, say } from '@/src/schema/values/said';

/** The first `max` of `total` names; the others are counted. */
export function shortList(names: readonly Said[], total: number, max: number): Said[] {
  return total > max ? [...names.slice(0, max), say('said.list.more', { count: total - max })] : [...names];
}
