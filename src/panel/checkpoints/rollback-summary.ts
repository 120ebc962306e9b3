import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import { count } from '../text/count';

/** What rolling back will do, in words: page, conversation, saved file. */
export function rollbackSummary(preview: RollbackPreview): string {
  const changes = preview.differences.length;
  const page = changes === 0 ? 'Page: stays as it is.' : `Page: ${count(changes, 'difference')} undone.`;
  const moves = [
    ...(preview.messagesSetAside > 0 ? [`${count(preview.messagesSetAside, 'message')} set aside`] : []),
    ...(preview.messagesBroughtBack > 0
      ? [`${count(preview.messagesBroughtBack, 'message')} brought back`]
      : []),
  ];
  const conversation = `Conversation: ${moves.length === 0 ? 'stays as it is' : moves.join(', ')}.`;
  return `${page} ${conversation} ${preview.savedNote}`.trim();
}
