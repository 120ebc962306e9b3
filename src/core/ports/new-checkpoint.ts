import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';

/** Checkpoints to delete. */
export interface Retirement {
  ids: readonly string[];
  /**
   * The first checkpoint after the deleted ones. It gets its full state, because its patch starts from a deleted one. Null if it has
   * its full state already, or is damaged.
   */
  whole: { id: string; state: Json } | null;
}

/** A checkpoint that isn't stored yet. */
export interface NewCheckpoint {
  checkpoint: Checkpoint;
  retirement: Retirement;
}
