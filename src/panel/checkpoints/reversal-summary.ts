import { count } from '../text/count';
import { type ManualChangesChoice, openConflicts, type ReversalPreview, shownDifferences } from './reversal';

/** The effect of a rollback or undo in sentences: on the page, the conversation and what is saved. */
export function reversalSummary(preview: ReversalPreview, choice: ManualChangesChoice): string {
  if (preview.kind === 'undo' && preview.obstacles.length > 0) {
    return 'This can’t be undone on its own. Rolling back to here also undoes later changes.';
  }
  return `${pageSentence(preview, choice)} ${conversationSentence(preview)} ${preview.savedNote}`.trim();
}

function pageSentence(preview: ReversalPreview, choice: ManualChangesChoice): string {
  const open = openConflicts(preview, choice);
  if (open > 0) return `Page: choose which version to keep in ${count(open, 'place')}.`;
  const changes = shownDifferences(preview, choice).length;
  return changes === 0 ? 'Page: stays as it is.' : `Page: ${count(changes, 'difference')} undone.`;
}

function conversationSentence(preview: ReversalPreview): string {
  if (preview.kind === 'undo') return 'Conversation: stays as it is.';
  const moves = [
    ...(preview.messagesSetAside > 0 ? [`${count(preview.messagesSetAside, 'message')} set aside`] : []),
    ...(preview.messagesBroughtBack > 0
      ? [`${count(preview.messagesBroughtBack, 'message')} brought back`]
      : []),
  ];
  return `Conversation: ${moves.length === 0 ? 'stays as it is' : moves.join(', ')}.`;
}
