import { checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { CheckpointEntry } from '@/src/schema/checkpoint';

/** The two lines of a checkpoint's row; the second may be null. */
export interface CheckpointRowText {
  title: string;
  outcome: string | null;
}

/**
 * A checkpoint's title names what a rollback to it undoes, with the time; `outcome` holds the results of those calls.
 */
export function checkpointRowText(checkpoint: CheckpointEntry): CheckpointRowText {
  const time = formatTime(checkpoint.createdAtMs);
  const label = checkpointLabel(checkpoint);
  if (checkpoint.reason === 'session-start') return { title: label, outcome: time };
  if (checkpoint.reason !== 'before-changes') return { title: `${label} · ${time}`, outcome: null };
  const outcomes = checkpoint.calls.flatMap(({ message }) => message ?? []);
  return { title: `${label} · ${time}`, outcome: outcomes.length === 0 ? null : outcomes.join(' ') };
}
