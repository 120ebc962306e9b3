import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';

/** Says that older checkpoints of a chat were deleted, and what it keeps; null if none were. */
export function deletedCheckpointsText(
  deletedCount: number,
  { checkpointLimit }: Pick<ChatSettings, 'checkpointLimit'>,
): string | null {
  if (deletedCount === 0) return null;
  return i18n.t('checkpoints.sheet.deleted', deletedCount, [formatNumber(deletedCount)], {
    limit: formatNumber(checkpointLimit),
  });
}
