import { checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { CheckpointEntry } from '@/src/schema/checkpoint';

export interface CheckpointRowText {
  title: string;
  outcome: string | null;
}

/**
 * Text of a checkpoint's row. `title` names what a rollback to the checkpoint undoes, with the time; `outcome` has the messages
 * of the results of these calls, if there are any. At the chat's start, `outcome` is the time.
 */
export function checkpointRowText(checkpoint: CheckpointEntry): CheckpointRowText {
  const time = formatTime(checkpoint.createdAtMs);
  const label = checkpointLabel(checkpoint);
  if (checkpoint.reason === 'session-start') return { title: label, outcome: time };
  if (checkpoint.reason !== 'before-changes') return { title: `${label} · ${time}`, outcome: null };
  const outcomes = checkpoint.calls.flatMap(({ message }) => message ?? []);
  return { title: `${label} · ${time}`, outcome: outcomes.length === 0 ? null : outcomes.join(' ') };
}
