import type { UncountedAccounting } from '@/src/schema/message';
import type { Clock, IdSource } from '../ports/clock';
import type { Journal } from '../ports/journal';
import { type ChatRecord, nextPosition } from '../records/record-access';

/** Creates an accounting row of a chat; the journal adds its token sums. */
export function accountingRow(
  deps: { ids: IdSource },
  row: Omit<UncountedAccounting, 'role' | 'id' | 'runId' | 'discardedBy'>,
): UncountedAccounting {
  return { ...row, role: 'accounting', id: deps.ids.newId(), runId: null, discardedBy: null };
}

/** Adds the row for a response that was cancelled while streaming, because the discarded part may have cost tokens. */
export async function addCancelledRow(
  deps: {
    journal: Pick<Journal, 'load' | 'addAccounting'>;
    ids: IdSource;
    clock: Pick<Clock, 'now'>;
  },
  chatId: string,
): Promise<void> {
  const { messages } = await deps.journal.load(chatId);
  const position = nextPosition(messages);
  const createdAtMs = deps.clock.now();
  const row = { chatId, position, createdAtMs, reason: 'Cancelled', discardedMessages: 0 } as const;
  await deps.journal.addAccounting(accountingRow(deps, row));
}

/** True if the run has used tokens for an answer that isn't in the conversation, and no accounting row includes it yet. */
export async function hasDroppedAnswer(
  journal: Pick<Journal, 'usageFrom'>,
  { chat, messages }: ChatRecord,
  runId: string,
): Promise<boolean> {
  // The usage of a dropped answer has the next whole position after the last message. The last message may be a
  // title, whose position is fractional. It can't be the partial answer, which has the position of the dropped
  // answer.
  const last = Math.floor(messages.findLast(({ role }) => role !== 'partial-answer')?.position ?? -1);
  const unaccounted = await journal.usageFrom(chat.id, last + 1);
  return unaccounted.some((entry) => entry.runId === runId);
}
