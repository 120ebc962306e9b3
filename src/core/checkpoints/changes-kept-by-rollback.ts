import type { Change } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';
import { contextWithState } from '../adapter/context-with-state';
import { shownContext } from '../context/shown-context';
import { type AttributedChange, attributeChanges, inOrder } from '../page-history/attribute-changes';
import { changeKey } from '../page-history/change-key';
import { beginningOf } from '../page-history/page-observer';
import { changesForEvent, changesForMessage, changesReportedBy } from '../page-history/reported-changes';
import { isPageChange } from '../page-history/share-changes';
import type { PageReading } from '../ports/page-port';
import { USER } from '../records/change-cause';
import type { ConversationCut } from './conversation-cut';
import type { RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import type { RollbackStrategy } from './rollback-strategy';

/**
 * Changes that the next message must report because a comparison no longer finds them: after a rollback, the known
 * context is the page as the rollback left it. These are changes by others that remain after the rollback, including
 * those reported only in messages that are now set aside, and the changes that were unreported when the checkpoint
 * was taken. Rejects with `storage`.
 *
 * @param strategy null if the page is kept: the checkpoint then only shows what the remaining conversation knows of the page
 */
export async function changesKeptByRollback(
  deps: Pick<RollbackDeps, 'observer'>,
  inputs: RollbackInputs,
  { setAside }: ConversationCut,
  strategy: RollbackStrategy['strategy'] | null,
  after: PageReading,
  atMs: number,
): Promise<Change[]> {
  const { checkpoint, adapter, record, known, differences } = inputs;
  // If the checkpoint precedes a run's first response, the run's opening message is set aside too, with its changes.
  const reportedBefore =
    checkpoint.conversation === null
      ? setAside.filter(({ position }) => position < checkpoint.position).flatMap(changesReportedBy)
      : [];
  const fromCheckpoint = [...reportedBefore, ...checkpoint.unreported];
  const unreported =
    strategy === 'merge'
      ? [...fromCheckpoint, ...without(differences.carried, fromCheckpoint)]
      : fromCheckpoint;
  if (known === null) return unreported;
  const remaining = new Set(
    strategy === null ? [] : adapter.diffContext(known.context, after.context, atMs).map(changeKey),
  );
  // Not reported: this chat's undos, which the rollback reverts too, and an earlier rollback of unknown outcome, whose
  // changes are those of this one.
  const isUndone = ({ cause }: AttributedChange) =>
    strategy === 'replace' && cause.kind === 'restore' && cause.chatId === record.chat.id;
  const found = differences.changes.filter((one) => remaining.has(changeKey(one.change)) && !isUndone(one));
  // A change that was unreported when the checkpoint was taken may still be unreported, and so be in both lists.
  const listed = [...unreported, ...without(changesForMessage(found, record.chat.id), unreported)];
  return [...listed, ...without(await changesSinceCheckpoint(deps, inputs, after, atMs), listed)];
}

/**
 * The differences of the restorable state between the checkpoint and the page after the rollback. The remaining conversation
 * knows none of them, whatever the messages that are set aside reported. Includes the differences made by the chat's own calls,
 * whose results are set aside too.
 */
async function changesSinceCheckpoint(
  { observer }: Pick<RollbackDeps, 'observer'>,
  { record: { chat }, adapter, before, reading, differences }: RollbackInputs,
  after: PageReading,
  atMs: number,
): Promise<Change[]> {
  const context = contextWithState(adapter, after.context, before);
  if (context === null) return [];
  const shown = (whole: Json) => shownContext(adapter, chat.settings, whole);
  const changes = adapter.diffContext(shown(context), shown(after.context), atMs);
  if (changes.length === 0) return [];
  // A checkpoint stores no place in the page's history, so all recorded steps are considered.
  const at = beginningOf(differences.place);
  const since = await observer.differencesSince(chat, { context, at, own: null }, reading);
  const caused = since.changes.map(({ change, cause }) => ({ changes: [change], cause }));
  const isByPage = isPageChange(adapter);
  const kept = attributeChanges(changes, caused, { isByPage, mayHaveMade: () => true, unobserved: USER });
  return changesForEvent(inOrder(kept), chat.id);
}

function without(changes: readonly Change[], others: readonly Change[]): Change[] {
  const keys = new Set(others.map(changeKey));
  return changes.filter((change) => !keys.has(changeKey(change)));
}
