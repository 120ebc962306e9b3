import { joinWithAnd } from '@/src/core/in-words';
import { count } from '../text/count';
import { type ManualChangesChoice, openConflicts, type ReversalPreview, shownDifferences } from './reversal';

/** The effect of a rollback or undo in sentences: on the page, the conversation and what is saved. */
export function reversalSummary(preview: ReversalPreview, choice: ManualChangesChoice): string {
  if (preview.kind === 'undo' && preview.obstacles.length > 0) {
    return 'This can’t be undone on its own. Rolling back to here also undoes later changes.';
  }
  return `${effect(preview, choice)} ${preview.savedNote}`.trim();
}

function effect(preview: ReversalPreview, choice: ManualChangesChoice): string {
  const open = openConflicts(preview, choice);
  if (open > 0) return `Choose which version to keep in ${count(open, 'place')}.`;
  const changes = shownDifferences(preview, choice).length;
  const { hidden, shown } = messagesOf(preview);
  const does = [
    ...(changes > 0 ? [`undo ${count(changes, 'change')} on the page`] : []),
    ...(hidden > 0 ? [`hide ${count(hidden, 'message')}`] : []),
    ...(shown > 0 ? [`show ${count(shown, 'message')} again`] : []),
  ];
  if (does.length === 0) return 'Will change nothing: page and conversation are in this state.';
  const pageStays = changes === 0 ? ' The page stays as it is.' : '';
  const messagesStay = hidden + shown === 0 ? ' All messages stay.' : '';
  return `Will ${joinWithAnd(does)}.${pageStays}${messagesStay}`;
}

/** An undo leaves the conversation as it is. */
function messagesOf(preview: ReversalPreview): { hidden: number; shown: number } {
  if (preview.kind === 'undo') return { hidden: 0, shown: 0 };
  return { hidden: preview.messagesSetAside, shown: preview.messagesBroughtBack };
}
