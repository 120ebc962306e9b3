import type { StateDifference } from '@/src/schema/change';
import type { TextKey } from '@/src/texts/text-key';

/** The kind of a difference for screen readers, which don't read its sign. */
export const KIND_WORDS: Readonly<Record<StateDifference['kind'], TextKey>> = {
  added: 'checkpoints.kind.added',
  removed: 'checkpoints.kind.removed',
  modified: 'checkpoints.kind.modified',
};

/** Texts for a number of differences of one kind, e.g. `3 removed`. */
export const KIND_COUNTS = {
  added: 'checkpoints.kindCount.added',
  removed: 'checkpoints.kindCount.removed',
  modified: 'checkpoints.kindCount.modified',
} as const satisfies Record<StateDifference['kind'], string>;
