import type { Json } from '@/src/schema/values/json';

/** A section of a merged list: merged, or changed by both sides in contradictory ways. */
export type ListPart =
  | { kind: 'settled'; items: Json[] }
  | { kind: 'conflict'; base: Json[]; mine: Json[]; theirs: Json[] };
