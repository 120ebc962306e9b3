import type { AccountingMessage, Message } from '@/src/schema/message';
import type { Omission } from '@/src/schema/sent-request';

/** The fields of a `Pruned` row that say what a setting leaves out. */
export type Pruning = Required<Pick<AccountingMessage, 'prunedBy' | 'omittedMessages'>>;

/** Omissions that the user's settings cause. `repeats`: each increase adds a row; not for tool memory, which forgets at every turn. */
const CAUSES = [
  { prunedBy: 'tool-memory', what: 'messages', reason: 'tool-memory', repeats: false },
  { prunedBy: 'ageing', what: 'results', reason: 'aged', repeats: true },
  { prunedBy: 'trimming', what: 'messages', reason: 'trimmed', repeats: true },
] as const satisfies readonly (Pick<Omission, 'what' | 'reason'> &
  Pick<Pruning, 'prunedBy'> & { repeats: boolean })[];

/**
 * The prunings of a request that need a new row. Tool memory gets a row at its first omission only; ageing and trimming get
 * another one whenever they omit more than their last row says. A summary resets this.
 */
export function newPrunings(entries: readonly Message[], omissions: readonly Omission[]): Pruning[] {
  const boundary = entries.findLastIndex((entry) => entry.role === 'summary' && entry.state === 'boundary');
  const rows = entries.slice(boundary + 1).filter((entry) => entry.role === 'accounting');
  return CAUSES.flatMap(({ prunedBy, what, reason, repeats }) => {
    const count = omissions.find((one) => one.what === what && one.reason === reason)?.count ?? 0;
    const last = rows.findLast((row) => row.prunedBy === prunedBy);
    const isNew = last === undefined ? count > 0 : repeats && count > (last.omittedMessages ?? 0);
    return isNew ? [{ prunedBy, omittedMessages: count }] : [];
  });
}
