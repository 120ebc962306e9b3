import type { Json } from '../json';
/** A stretch of a merged list: settled, or changed by both sides in ways that exclude each other. */
export type ListPart =
  | { kind: 'settled'; items: Json[] }
  | { kind: 'conflict'; base: Json[]; mine: Json[]; theirs: Json[] };
