import type { Change } from '../adapter/adapter-definition';
import { stampedNews } from '../context/untold-changes';
import type { PageReading } from '../loop/ports';
import type { AttributedChange } from '../page-history/attribute-changes';
import { changeKey } from '../page-history/change-key';
import { changesToldBy } from '../page-history/told-changes';
import type { Cut } from './plan-cut';
import type { RollbackStrategy } from './plan-rollback';
import type { Situation } from './situation';

/**
 * What the model is still to be told with the next message, since the page's context, known anew from now on, no
 * longer shows it: changes by others that hold in spite of the rollback, also those of which only a message told that is
 * set aside. A conversation that comes back as it was takes back what it hadn't been told then.
 */
export function carriedOver(
  { checkpoint, adapter, record, known, differences, notes }: Situation,
  { setAside }: Cut,
  strategy: RollbackStrategy['strategy'],
  after: PageReading,
  atMs: number,
): Change[] {
  const isTakenBack = checkpoint.conversation !== null;
  // If the checkpoint precedes a run's first response, the run's opening message is set aside too, with its changes.
  const toldBefore = setAside.filter(({ position }) => position < checkpoint.position).flatMap(changesToldBy);
  const gone = isTakenBack ? checkpoint.untold : toldBefore;
  const untold = strategy === 'merge' ? [...gone, ...without(notes.carried, gone)] : [...gone];
  if (known === null) return untold;
  const holding = new Set(adapter.diffContext(known.context, after.context, atMs).map(changeKey));
  // An undo of this chat goes as well, and a rollback that nobody knew to have reached the page did this one's work.
  const isUndone = ({ cause }: AttributedChange) =>
    strategy === 'replace' && cause.kind === 'restore' && cause.chatId === record.chat.id;
  const held = differences.changes.filter((one) => holding.has(changeKey(one.change)) && !isUndone(one));
  // A change that was untold when the checkpoint was taken may still be untold, and so be in both lists.
  return [...untold, ...without(stampedNews(held, record.chat.id, notes), untold)];
}

function without(changes: readonly Change[], others: readonly Change[]): Change[] {
  const keys = new Set(others.map(changeKey));
  return changes.filter((change) => !keys.has(changeKey(change)));
}
