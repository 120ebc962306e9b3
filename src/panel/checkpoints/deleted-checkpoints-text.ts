import type { ChatSettings } from '@/src/core/records/chat';
import { count } from '../text/count';

/** Says that older checkpoints of a chat were deleted, and what it keeps; null if none were. */
export function deletedCheckpointsText(
  deletedCount: number,
  { checkpointLimit }: Pick<ChatSettings, 'checkpointLimit'>,
): string | null {
  if (deletedCount === 0) return null;
  const verb = deletedCount === 1 ? 'was' : 'were';
  return `${count(deletedCount, 'older checkpoint')} of this chat ${verb} deleted. It keeps at most ${checkpointLimit}, and always the session’s start.`;
}
