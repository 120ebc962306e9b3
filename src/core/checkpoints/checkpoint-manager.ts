import { hashJson } from '../hash';
import type { Json } from '../json';
import type { Clock, IdSource } from '../ports/clock';
import type { Checkpoint, CheckpointEntry } from '../records/checkpoint';
import { encodeState, keepBeside, rebuildBeside, rebuildState } from './checkpoint-chain';

/** Checkpoints that are let go. */
export interface Retirement {
  ids: readonly string[];
  /** The first kept behind the gap, to be stored whole, since the patch it was kept by leads from one that goes; null if it is whole already. */
  whole: { id: string; state: Json } | null;
}

const NOTHING_LET_GO: Retirement = { ids: [], whole: null };

/** Where checkpoints are kept. Each method is one transaction. Rejects with `storage`. */
export interface CheckpointStore {
  /** The chat's newest; null if there is none. */
  last(chatId: string): Promise<Checkpoint | null>;
  byId(id: string): Promise<Checkpoint | null>;
  /** The checkpoint taken for a response; null if there is none. */
  ofResponse(messageId: string): Promise<Checkpoint | null>;
  /** From the nearest full checkpoint at or before `sequence` up to it, in order: ten rows at most, whatever the chat holds. */
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
  count(chatId: string): Promise<number>;
  /** The ids of the oldest, in order. */
  oldestIds(chatId: string, amount: number): Promise<string[]>;
  /** The ids of those taken after `sequence`, in order. */
  laterIds(chatId: string, sequence: number): Promise<string[]>;
  /** Adds one, and lets others go for it: both or neither. */
  add(checkpoint: Checkpoint, retirement: Retirement): Promise<void>;
  setCalls(id: string, calls: Checkpoint['calls']): Promise<void>;
  setAfter(id: string, after: Checkpoint['after']): Promise<void>;
}

/** What a new checkpoint is taken of. */
export type CheckpointRequest = Pick<
  Checkpoint,
  'chatId' | 'reason' | 'runId' | 'messageId' | 'position' | 'calls' | 'stateHash' | 'conversation'
> & {
  state: Json;
  /** Checkpoints that the chat may keep; the session's start and the newest are kept in any case. */
  limit: number;
  /** Before a rollback or undo: see {@link Checkpoint}. */
  known?: Json | null;
  untold?: Checkpoint['untold'];
};

/** A new checkpoint, and the number of the oldest that were let go for it: the caller says so in the chat. */
export interface TakenCheckpoint extends Checkpoint {
  letGo: number;
}

/** Takes and rebuilds checkpoints. All reject with `storage`. */
export interface CheckpointManager {
  take(request: CheckpointRequest): Promise<TakenCheckpoint>;
  /** The restorable state that a checkpoint keeps, proved by its hash. */
  stateOf(checkpoint: CheckpointEntry): Promise<Json>;
  /** The state right after the changes that it precedes, proved likewise; null where that isn't known exactly. */
  stateAfter(checkpoint: CheckpointEntry): Promise<Json | null>;
  /** The page's state as the conversation that belongs to the checkpoint knows it, proved likewise. */
  stateKnown(checkpoint: CheckpointEntry): Promise<Json>;
  /**
   * Adds to a response's checkpoint the page as the response's last write left it; where that isn't known exactly,
   * removes what an earlier write left. Does nothing for a response without a checkpoint.
   */
  recordAfter(messageId: string, left: { state: Json; stateHash: string; isExact: boolean }): Promise<void>;
}

/** The manager over a store. Calls for one chat must not overlap. */
export function createCheckpointManager(deps: {
  store: CheckpointStore;
  clock: Clock;
  ids: IdSource;
}): CheckpointManager {
  const { store } = deps;

  async function stateOf(checkpoint: CheckpointEntry): Promise<Json> {
    return rebuildState(await store.chainTo(checkpoint.chatId, checkpoint.sequence));
  }

  /** A damaged predecessor must not keep new checkpoints from being taken: they are kept whole then, or without what leans on it. */
  async function readable(checkpoint: Checkpoint): Promise<{ state: Json } | null> {
    try {
      return { state: await stateOf(checkpoint) };
    } catch (error) {
      console.error(`checkpoint ${checkpoint.id} can't be rebuilt`, error);
      return null;
    }
  }

  /** With one more, more than `limit` would be kept: the oldest tenth goes, but never the session's start (the first). */
  async function planRetirement(chatId: string, limit: number): Promise<Retirement> {
    const excess = (await store.count(chatId)) + 1 - limit;
    if (excess <= 0) return NOTHING_LET_GO;
    const amount = Math.max(excess, Math.floor(limit / 10));
    const oldest = await store.oldestIds(chatId, amount + 2);
    const ids = oldest.slice(1, amount + 1);
    const firstKept = await store.byId(oldest[amount + 1] ?? '');
    if (firstKept === null || firstKept.content.kind === 'full') return { ids, whole: null };
    const kept = await readable(firstKept);
    return { ids, whole: kept === null ? null : { id: firstKept.id, ...kept } };
  }

  return {
    stateOf,

    async stateAfter(checkpoint) {
      return checkpoint.after === null ? null : rebuildBeside(await stateOf(checkpoint), checkpoint.after);
    },

    async stateKnown(checkpoint) {
      const own = await stateOf(checkpoint);
      return checkpoint.known === null ? own : rebuildBeside(own, checkpoint.known);
    },

    async take({ state, limit, known = null, untold = [], ...request }) {
      const last = await store.last(request.chatId);
      const retirement = await planRetirement(request.chatId, limit);
      const sequence = last === null ? 0 : last.sequence + 1;
      const leansOn = last === null || retirement.ids.includes(last.id) ? null : await readable(last);
      const checkpoint: Checkpoint = {
        ...request,
        id: deps.ids.newId(),
        sequence,
        createdAtMs: deps.clock.now(),
        content: encodeState(sequence, leansOn?.state ?? null, state),
        after: null,
        known: known === null ? null : keepBeside(state, { state: known, stateHash: hashJson(known) }),
        untold,
      };
      await store.add(checkpoint, retirement);
      return { ...checkpoint, letGo: retirement.ids.length };
    },

    async recordAfter(messageId, left) {
      const checkpoint = await store.ofResponse(messageId);
      const own = checkpoint === null ? null : await readable(checkpoint);
      // Without its own state there is nothing that could be undone to.
      if (checkpoint === null || own === null) return;
      const { state, stateHash } = left;
      await store.setAfter(checkpoint.id, left.isExact ? keepBeside(own.state, { state, stateHash }) : null);
    },
  };
}
