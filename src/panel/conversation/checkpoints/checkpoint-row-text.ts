import { callsLabel, checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import type { CallLine } from '@/src/core/tools/call-label';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { ListedCheckpoint } from '@/src/store/queries';

export interface CheckpointRowText {
  title: string;
  /** Distinguishes checkpoints of the same title: the calls that the title doesn't name, and the time. */
  detail: string;
}

/** Text of a checkpoint's row. */
export function checkpointRowText(checkpoint: ListedCheckpoint, line: CallLine): CheckpointRowText {
  const { reason, request, createdAtMs } = checkpoint;
  const time = formatTime(createdAtMs);
  const isByRequest = reason === 'before-changes' && request !== null;
  return {
    title: checkpointLabel(checkpoint, request, line),
    detail: isByRequest ? `${callsLabel(checkpoint, line)} · ${time}` : time,
  };
}

/** The same text in one line. */
export function checkpointText(checkpoint: ListedCheckpoint, line: CallLine): string {
  const { title, detail } = checkpointRowText(checkpoint, line);
  return `${title} · ${detail}`;
}
