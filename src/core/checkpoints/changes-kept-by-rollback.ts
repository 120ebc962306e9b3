import type { Change } from '@/src/schema/change';
import type { AttributedChange } from '../page-history/attribute-changes';
import { changeKey } from '../page-history/change-key';
import { changesReportedBy } from '../page-history/reported-changes';
import { stampedNews } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import type { ConversationCut } from './conversation-cut';
import type { RollbackInputs } from './rollback-inputs';
import type { RollbackStrategy } from './rollback-strategy';

/**
 * Changes that the next message must report because a comparison no longer finds them: after a rollback, the known
 * context is the page as the rollback left it. They are changes by others that outlast the rollback, including those that
 * only a message reported which is now set aside. If the conversation of a checkpoint is restored, its changes that were
 * unreported at that time are among them.
 */
export function changesKeptByRollback(
  { checkpoint, adapter, record, known, differences, notes }: RollbackInputs,
  { setAside }: ConversationCut,
  strategy: RollbackStrategy['strategy'],
  after: PageReading,
  atMs: number,
): Change[] {
  const restoresConversation = checkpoint.conversation !== null;
  const differing = known === null ? [] : adapter.diffContext(known.context, after.context, atMs);
  const holding = new Set(differing.map(changeKey));
  // A merge keeps what others changed after the checkpoint, so a change before it may not hold any more.
  const stillHolding = (changes: readonly Change[]) =>
    strategy === 'merge' ? changes.filter((change) => holding.has(keyWithoutCause(change))) : changes;
  // If the checkpoint precedes a run's first response, the run's opening message is set aside too, with its changes.
  const reportedBefore = setAside
    .filter(({ position }) => position < checkpoint.position)
    .flatMap(changesReportedBy);
  const fromCheckpoint = restoresConversation
    ? checkpoint.unreported
    : [...reportedBefore, ...stillHolding(checkpoint.unreported)];
  const unreported =
    strategy === 'merge'
      ? [...fromCheckpoint, ...without(notes.carried, fromCheckpoint)]
      : [...fromCheckpoint];
  if (known === null) return unreported;
  // Not reported: this chat's undos, which the rollback reverts too, and an earlier rollback of unknown outcome, whose
  // changes are those of this one.
  const isUndone = ({ cause }: AttributedChange) =>
    strategy === 'replace' && cause.kind === 'restore' && cause.chatId === record.chat.id;
  const held = differences.changes.filter((one) => holding.has(changeKey(one.change)) && !isUndone(one));
  // A change that was unreported when the checkpoint was taken may still be unreported, and so be in both lists.
  return [...unreported, ...without(stampedNews(held, record.chat.id, notes), unreported)];
}

/** The key of a change without the cause that a message names. */
function keyWithoutCause({ by: _by, ...change }: Change): string {
  return changeKey(change);
}

function without(changes: readonly Change[], others: readonly Change[]): Change[] {
  const keys = new Set(others.map(changeKey));
  return changes.filter((change) => !keys.has(changeKey(change)));
}
