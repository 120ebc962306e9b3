import type { Clock, IdSource } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { AccountingMessage, TokenTotals } from '../records/message';
import { nextPosition } from '../records/record-access';

/** A row with the chat's total token usage so far. */
export async function accountingRow(
  deps: { journal: { tokensUsed(chatId: string): Promise<TokenTotals> }; ids: IdSource },
  row: Omit<AccountingMessage, 'role' | 'id' | 'runId' | 'discardedBy' | 'cumulativeTokens'>,
): Promise<AccountingMessage> {
  return {
    ...row,
    role: 'accounting',
    id: deps.ids.newId(),
    runId: null,
    discardedBy: null,
    cumulativeTokens: await deps.journal.tokensUsed(row.chatId),
  };
}

/**
 * Adds an accounting row: after a response was cancelled while streaming, because the discarded part may have
 * cost tokens, and when old checkpoints are deleted.
 */
export async function addAccountingRow(
  deps: {
    journal: Pick<Journal, 'load' | 'tokensUsed' | 'addAccounting'>;
    ids: IdSource;
    clock: Pick<Clock, 'now'>;
  },
  chatId: string,
  reason: AccountingMessage['reason'],
): Promise<void> {
  const { messages } = await deps.journal.load(chatId);
  const position = nextPosition(messages);
  const createdAtMs = deps.clock.now();
  const row = { chatId, position, createdAtMs, reason, discardedMessages: 0 };
  await deps.journal.addAccounting(await accountingRow(deps, row));
}
