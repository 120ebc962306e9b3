import type { Change } from '../adapter/adapter-definition';
import { stampChanges } from '../context/stamp-changes';
import { canonicalJson } from '../hash';
import type { PageReading } from '../loop/ports';
import type { RollbackStrategy } from './plan-rollback';
import type { Situation } from './situation';

/**
 * What the model is still to be told with the next message, since the page's context, known anew from now on, no
 * longer shows it: changes made by hand that hold in spite of the rollback. A conversation that comes back as it was
 * takes back what it hadn't been told then.
 */
export function carriedOver(
  { checkpoint, adapter, reading, known, notes }: Situation,
  strategy: RollbackStrategy['strategy'],
  after: PageReading,
  atMs: number,
): Change[] {
  if (checkpoint.conversation !== null) return checkpoint.untold;
  if (known === null) return [];
  const holding = new Set(
    adapter.diffContext(known, after.context, atMs).map((change) => canonicalJson(change)),
  );
  const byHand = adapter
    .diffContext(known, reading.context, atMs)
    .filter((change) => holding.has(canonicalJson(change)));
  return [...(strategy === 'merge' ? notes.carried : []), ...stampChanges(byHand, notes.seen)];
}
