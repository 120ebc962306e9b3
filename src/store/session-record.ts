import { rebuildState } from '@/src/core/checkpoints/checkpoint-chain';
import { callStates } from '@/src/core/logging/call-states';
import type { RecordedSession } from '@/src/core/logging/recorded-session';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { StewardDatabase } from './db';
import { unpackState } from './packed-state';
import { startingWith } from './starting-with';

/** Reads a chat for its exports; null if there is none with this id. */
export async function sessionRecord(db: StewardDatabase, chatId: string): Promise<RecordedSession | null> {
  const tables = [db.chats, db.messages, db.approvals, db.executions, db.checkpoints, db.payloads];
  const read = await db.transaction('r', tables, async () => ({
    chat: await db.chats.get(chatId),
    messages: await startingWith(db.messages, '[chatId+position]', chatId).toArray(),
    approvals: await startingWith(db.approvals, '[chatId+createdAtMs]', chatId).toArray(),
    executions: await db.executions.where('chatId').equals(chatId).toArray(),
    checkpoints: await startingWith(db.checkpoints, '[chatId+sequence]', chatId).toArray(),
    payloads: await startingWith(db.payloads, '[chatId+id]', chatId).toArray(),
  }));
  const { chat, messages, approvals, executions, payloads } = read;
  if (chat === undefined) return null;
  // After the transaction, which would end while a state is unpacked.
  const checkpoints = await Promise.all(
    read.checkpoints.map(async (row): Promise<Checkpoint | null> => {
      // A damaged checkpoint must not prevent the export; its state is then named by its hash alone.
      const content = await unpackState(row.content).catch(() => null);
      return content === null ? null : { ...row, content };
    }),
  );
  return {
    title: chat.title,
    messages,
    approvals,
    states: callStates(executions, statesOf(checkpoints)),
    payloads,
  };
}

/** The states of checkpoints by their hashes. One that can't be rebuilt is left out. */
function statesOf(checkpoints: readonly (Checkpoint | null)[]): Map<string, Json> {
  const states = new Map<string, Json>();
  let chain: Checkpoint[] = [];
  for (const checkpoint of checkpoints) {
    if (checkpoint === null) {
      chain = [];
      continue;
    }
    chain = checkpoint.content.kind === 'full' ? [checkpoint] : [...chain, checkpoint];
    try {
      states.set(checkpoint.stateHash, rebuildState(chain));
    } catch {
      // The export names the state by its hash alone.
    }
  }
  return states;
}
