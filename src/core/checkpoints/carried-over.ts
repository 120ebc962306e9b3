import type { Change } from '../adapter/adapter-definition';
import { stampedNews } from '../context/untold-changes';
import type { PageReading } from '../loop/ports';
import { changeKey } from '../page-history/change-key';
import type { RollbackStrategy } from './plan-rollback';
import type { Situation } from './situation';

/**
 * What the model is still to be told with the next message, since the page's context, known anew from now on, no
 * longer shows it: changes by others that hold in spite of the rollback. A conversation that comes back as it was
 * takes back what it hadn't been told then.
 */
export function carriedOver(
  { checkpoint, adapter, record, known, differences, notes }: Situation,
  strategy: RollbackStrategy['strategy'],
  after: PageReading,
  atMs: number,
): Change[] {
  const isTakenBack = checkpoint.conversation !== null;
  const untold = isTakenBack ? checkpoint.untold : strategy === 'merge' ? notes.carried : [];
  if (known === null) return untold;
  const holding = new Set(adapter.diffContext(known.context, after.context, atMs).map(changeKey));
  const held = differences.changes.filter(({ change }) => holding.has(changeKey(change)));
  return [...untold, ...stampedNews(held, record.chat.id, notes)];
}
