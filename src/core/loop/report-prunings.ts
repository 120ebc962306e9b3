import type { Omission } from '@/src/schema/sent-request';
import { accountingRow } from '../history/accounting-row';
import { newPrunings } from '../history/prunings';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import type { LoopDeps } from './agent-loop';

/** Adds a row to the conversation for what the chat's settings newly leave out of a request. Returns the record with the rows. */
export async function reportPrunings(
  deps: LoopDeps,
  record: ChatRecord,
  omissions: readonly Omission[],
): Promise<ChatRecord> {
  let messages = record.messages;
  for (const pruning of newPrunings(conversation(messages), omissions)) {
    const row = accountingRow(deps, {
      chatId: record.chat.id,
      position: nextPosition(messages),
      createdAtMs: deps.clock.now(),
      reason: 'Pruned',
      discardedMessages: 0,
      ...pruning,
    });
    messages = [...messages, await deps.journal.addAccounting(row)];
  }
  return messages === record.messages ? record : { ...record, messages };
}
