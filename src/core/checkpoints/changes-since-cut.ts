import type { Change } from '@/src/schema/change';
import type { Message } from '@/src/schema/message';
import { contextWithState } from '../adapter/context-with-state';
import { changeKey } from '../page-history/change-key';
import { beginningOf } from '../page-history/page-observer';
import { changesForEvent, changesReportedBy } from '../page-history/reported-changes';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { RevisionInputs } from './revision';
import type { RollbackDeps } from './rollback-ports';

/**
 * Changes that the model has to receive again if messages are set aside and the page is kept: those that these messages
 * made, by the chat's own calls too, and those that they reported.
 */
export async function changesSinceCut(
  deps: Pick<RollbackDeps, 'observer'>,
  { record, adapter, reading, target, change, differences, notes }: RevisionInputs,
): Promise<Change[]> {
  const { chat } = record;
  const unreported = unreportedWithOwn(adapter, chat, differences.changes, notes);
  const { setAside } = target.cut;
  if (change.kind !== 'restorable') return distinct([...reportedBy(setAside), ...unreported]);
  const { checkpoint, before } = change.inputs;
  const context = contextWithState(adapter, reading.context, before);
  if (context === null) return distinct([...reportedBy(setAside), ...unreported]);
  // A checkpoint stores no place in the page's history, so all recorded steps are considered.
  const at = beginningOf(differences.place);
  const since = await deps.observer.differencesSince(chat, { context, at, own: null }, reading);
  const earlier = reportedBy(setAside.filter(({ position }) => position < checkpoint.position));
  return distinct([...earlier, ...checkpoint.unreported, ...changesForEvent(since.changes, chat.id)]);
}

function reportedBy(messages: readonly Message[]): Change[] {
  return messages.flatMap(changesReportedBy);
}

/** Keeps the last of several changes with the same result. */
function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [changeKey(change), change])).values()];
}
