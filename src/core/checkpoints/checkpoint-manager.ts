import type { Json } from '../json';
import type { Clock, IdSource } from '../loop/ports';
import type { Checkpoint } from './checkpoint';
import { encodeState, rebuildState } from './checkpoint-chain';

/** Where checkpoints are kept. Rejects with `storage`. */
export interface CheckpointStore {
  /** The chat's newest; null if there is none. */
  last(chatId: string): Promise<Checkpoint | null>;
  byId(id: string): Promise<Checkpoint | null>;
  /** The checkpoint taken for a response; null if there is none. */
  ofResponse(messageId: string): Promise<Checkpoint | null>;
  /** From the nearest full checkpoint at or before `sequence` up to it, in order. */
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
  add(checkpoint: Checkpoint): Promise<void>;
  setCalls(id: string, calls: Checkpoint['calls']): Promise<void>;
}

/** What a new checkpoint is taken of. */
export type CheckpointRequest = Pick<
  Checkpoint,
  'chatId' | 'reason' | 'runId' | 'messageId' | 'position' | 'calls' | 'stateHash' | 'conversation'
> & { state: Json };

/** Takes and rebuilds checkpoints. */
export interface CheckpointManager {
  take(request: CheckpointRequest): Promise<Checkpoint>;
  /** The restorable state that a checkpoint keeps, proved by its hash. */
  stateOf(checkpoint: Checkpoint): Promise<Json>;
}

/** The manager over a store. Calls for one chat must not overlap: sequences have no gaps. */
export function createCheckpointManager(deps: {
  store: CheckpointStore;
  clock: Clock;
  ids: IdSource;
}): CheckpointManager {
  async function stateOf(checkpoint: Checkpoint): Promise<Json> {
    return rebuildState(await deps.store.chainTo(checkpoint.chatId, checkpoint.sequence));
  }

  /** A damaged predecessor must not keep new checkpoints from being taken: they are kept whole then. */
  async function readable(checkpoint: Checkpoint): Promise<Json | null> {
    try {
      return await stateOf(checkpoint);
    } catch (error) {
      console.error(`checkpoint ${checkpoint.id} can't be rebuilt; the next one is kept whole`, error);
      return null;
    }
  }

  return {
    stateOf,
    async take({ state, ...request }) {
      const last = await deps.store.last(request.chatId);
      const sequence = last === null ? 0 : last.sequence + 1;
      const previous = last === null ? null : await readable(last);
      const checkpoint: Checkpoint = {
        ...request,
        id: deps.ids.newId(),
        sequence,
        createdAtMs: deps.clock.now(),
        content: encodeState(sequence, previous, state),
      };
      await deps.store.add(checkpoint);
      return checkpoint;
    },
  };
}
