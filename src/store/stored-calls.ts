import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import { type RecordedCall, recordedCalls } from '@/src/core/logging/recorded-calls';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { StewardDatabase, StoredCheckpoint } from './db';
import { unpackState } from './packed-state';
import { startingWith } from './starting-with';

/** Reads the calls of a chat with its title; null if there is none with this id. */
export async function storedCalls(
  db: StewardDatabase,
  chatId: string,
): Promise<{ title: string; calls: RecordedCall[] } | null> {
  const tables = [db.chats, db.messages, db.approvals, db.executions, db.checkpoints];
  const { chat, checkpoints, ...rows } = await db.transaction('r', tables, async () => ({
    chat: await db.chats.get(chatId),
    messages: await startingWith(db.messages, '[chatId+position]', chatId).toArray(),
    approvals: await startingWith(db.approvals, '[chatId+createdAtMs]', chatId).toArray(),
    executions: await db.executions.where('chatId').equals(chatId).toArray(),
    checkpoints: await startingWith(db.checkpoints, '[chatId+sequence]', chatId).toArray(),
  }));
  if (chat === undefined) return null;
  // After the transaction, which would end while a state is unpacked.
  return { title: chat.title, calls: recordedCalls({ ...rows, states: await statesOf(checkpoints) }) };
}

/** The states of checkpoints by their hashes. A state that can't be read is left out: an export then names it by its hash alone. */
async function statesOf(checkpoints: readonly StoredCheckpoint[]): Promise<Map<string, Json>> {
  const states = new Map<string, Json>();
  let chain: Checkpoint[] = [];
  for (const row of checkpoints) {
    try {
      const checkpoint = { ...row, content: await unpackState(row.content) };
      chain = checkpoint.content.kind === 'full' ? [checkpoint] : [...chain, checkpoint];
      states.set(row.stateHash, rebuildState(chain));
    } catch {
      // The later checkpoints that build on this one can't be rebuilt, either.
      chain = [];
    }
  }
  return states;
}
