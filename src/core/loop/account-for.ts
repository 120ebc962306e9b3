import type { AccountingMessage } from '../chat/message';
import type { LoopDeps } from './loop-deps';
import { nextPosition } from './record-access';

/**
 * Writes a row with the chat's totals so far: after a cancel in mid-stream, since what was dropped may have cost
 * something (ledger conflict 10), and when old checkpoints are let go.
 */
export async function accountFor(
  deps: LoopDeps,
  chatId: string,
  reason: AccountingMessage['reason'],
): Promise<void> {
  const { messages } = await deps.journal.load(chatId);
  await deps.journal.addAccounting({
    role: 'accounting',
    id: deps.ids.newId(),
    chatId,
    runId: null,
    position: nextPosition(messages),
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    reason,
    cumulativeTokens: await deps.journal.tokensUsed(chatId),
    discardedMessages: 0,
  });
}
