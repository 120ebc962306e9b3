import type { Checkpoint, CheckpointCall, CheckpointEntry, CheckpointOutcome } from '@/src/schema/checkpoint';
import type { AssistantMessage } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';
import type { Clock, IdSource } from '../ports/clock';
import type { NewCheckpoint, Retirement } from '../ports/new-checkpoint';
import { encodeState, keepBeside, rebuildBeside, rebuildState } from './checkpoint-chain';

const NOTHING_TO_DELETE: Retirement = { ids: [], whole: null };

/** The store of checkpoints. Each method is one transaction. Rejects with `storage`. */
export interface CheckpointStore {
  /** The chat's newest checkpoint; null if there is none. */
  last(chatId: string): Promise<CheckpointEntry | null>;
  byId(id: string): Promise<Checkpoint | null>;
  /** The checkpoint taken for a response; null if there is none. */
  ofResponse(response: Pick<AssistantMessage, 'id' | 'chatId' | 'position'>): Promise<CheckpointEntry | null>;
  /** The checkpoints from the nearest full one up to `sequence`, in order: at most ten. */
  chainTo(chatId: string, sequence: number): Promise<Checkpoint[]>;
  count(chatId: string): Promise<number>;
  /** Ids of the oldest checkpoints of the chat, in order. */
  oldestIds(chatId: string, amount: number): Promise<string[]>;
  /** Ids of the checkpoints of the chat that were taken after `sequence`, in order. */
  laterIds(chatId: string, sequence: number): Promise<string[]>;
  /** Adds a checkpoint and deletes those of `retirement`. */
  add(checkpoint: Checkpoint, retirement: Retirement): Promise<void>;
  /** Replaces the state of the chat's newest checkpoint. */
  setState(id: string, changes: CheckpointState): Promise<void>;
}

/** Fields of a checkpoint that are replaced together with its state. */
type CheckpointState = Pick<Checkpoint, 'createdAtMs' | 'stateHash' | 'content' | 'unreported'>;

/** The contents of a new checkpoint. */
export type CheckpointRequest = Pick<
  Checkpoint,
  | 'chatId'
  | 'page'
  | 'reason'
  | 'runId'
  | 'messageId'
  | 'position'
  | 'calls'
  | 'stateHash'
  | 'conversation'
  | 'run'
> & {
  state: Json;
  /** Maximum number of checkpoints in the chat. The chat's start and the newest are always kept. */
  limit: number;
  /** For a safety checkpoint; see {@link Checkpoint}. Null for all others. */
  known: Json | null;
  /** The number of the checkpoint in its run; missing for none. */
  number?: number;
  /** See {@link Checkpoint}. */
  unreported: Checkpoint['unreported'];
};

interface TakenCheckpoint extends Checkpoint {
  /** Number of old checkpoints that were deleted when this one was added; the caller reports them in the chat. */
  deletedCount: number;
}

/** Takes and rebuilds checkpoints. All methods reject with `storage`; rebuilt states are verified by their hash. */
export interface CheckpointManager {
  take(request: CheckpointRequest): Promise<TakenCheckpoint>;
  /** Computes what {@link take} stores. The caller stores it together with the call that it precedes. */
  next(request: CheckpointRequest): Promise<NewCheckpoint>;
  /**
   * Takes a response's checkpoint again, of the page as it is now. Call it only if no call of the response has changed the
   * page. Does nothing if a later checkpoint was taken, whose patch starts from this one.
   */
  renew(
    checkpoint: CheckpointEntry,
    now: { state: Json; stateHash: string; unreported: Checkpoint['unreported'] },
  ): Promise<void>;
  /** The restorable state of a checkpoint. */
  stateOf(checkpoint: CheckpointEntry): Promise<Json>;
  /** The state right after the changes that follow the checkpoint; null if it isn't known exactly. */
  stateAfter(checkpoint: CheckpointEntry): Promise<Json | null>;
  /** The page's state as the conversation knew it when the checkpoint was taken. */
  stateKnown(checkpoint: CheckpointEntry): Promise<Json>;
  /**
   * Computes the new fields of a response's checkpoint when a call of it ends: the call's outcome, and the page's state after the
   * call, so that the response's changes alone can be undone. `left`: the page after the call; null if the call changed nothing.
   * If `left` isn't exact, the checkpoint keeps no state after the response. Stores nothing: the caller stores the fields with
   * the call's result. Null for a response without a checkpoint.
   */
  withOutcome(
    response: Parameters<CheckpointStore['ofResponse']>[0],
    call: Pick<CheckpointCall, 'executionId' | 'success' | 'message'> & {
      args: CheckpointCall['args'] | null;
    },
    left: { state: Json; stateHash: string; isExact: boolean } | null,
  ): Promise<CheckpointOutcome | null>;
}

/** Calls for one chat must not overlap: a checkpoint's number and its patch follow from the newest one. */
export function createCheckpointManager(deps: {
  store: CheckpointStore;
  clock: Clock;
  ids: IdSource;
}): CheckpointManager {
  const { store } = deps;
  const states = keepStates();

  async function stateOf(checkpoint: CheckpointEntry): Promise<Json> {
    return rebuildState(await store.chainTo(checkpoint.chatId, checkpoint.sequence));
  }

  /**
   * State of a checkpoint; null if it is damaged. A damaged checkpoint must not prevent new ones, which are then stored
   * in full.
   */
  async function readable(checkpoint: CheckpointEntry): Promise<{ state: Json } | null> {
    const kept = states.of(checkpoint);
    if (kept !== null) return kept;
    try {
      return { state: await stateOf(checkpoint) };
    } catch (error) {
      console.error(`checkpoint ${checkpoint.id} can't be rebuilt`, error);
      return null;
    }
  }

  /** Encodes the state after a write, to be stored with the checkpoint; null if it isn't exact. */
  async function stateBeside(
    checkpoint: CheckpointEntry,
    { state, stateHash, isExact }: { state: Json; stateHash: string; isExact: boolean },
  ): Promise<Checkpoint['after']> {
    if (!isExact) return null;
    const own = await readable(checkpoint);
    // If the checkpoint's own state is damaged, its changes can't be undone anyway.
    return own === null ? null : keepBeside(own.state, { state, stateHash });
  }

  /**
   * Plans deletions. If one more checkpoint would exceed `limit`, the oldest tenth is deleted, except the first, which
   * is the chat's start.
   */
  async function findRetirement(chatId: string, sequence: number, limit: number): Promise<Retirement> {
    // The sequence number counts the checkpoints taken before, and the chat has at most as many.
    if (sequence < limit) return NOTHING_TO_DELETE;
    const excess = (await store.count(chatId)) + 1 - limit;
    if (excess <= 0) return NOTHING_TO_DELETE;
    const amount = Math.max(excess, Math.floor(limit / 10));
    const oldest = await store.oldestIds(chatId, amount + 2);
    const ids = oldest.slice(1, amount + 1);
    const firstKept = await store.byId(oldest[amount + 1] ?? '');
    if (firstKept === null || firstKept.content.kind === 'full') return { ids, whole: null };
    const kept = await readable(firstKept);
    return { ids, whole: kept === null ? null : { id: firstKept.id, ...kept } };
  }

  async function next({
    state,
    limit,
    known,
    unreported,
    ...request
  }: CheckpointRequest): Promise<NewCheckpoint> {
    const last = await store.last(request.chatId);
    const sequence = last === null ? 0 : last.sequence + 1;
    const retirement = await findRetirement(request.chatId, sequence, limit);
    const previous = last === null || retirement.ids.includes(last.id) ? null : await readable(last);
    const checkpoint: Checkpoint = {
      ...request,
      id: deps.ids.newId(),
      sequence,
      createdAtMs: deps.clock.now(),
      content: encodeState(sequence, previous?.state ?? null, state),
      after: null,
      known: known === null ? null : keepBeside(state, { state: known, stateHash: hashJson(known) }),
      unreported,
    };
    states.keep(checkpoint, state);
    return { checkpoint, retirement };
  }

  return {
    stateOf,
    next,

    async stateAfter(checkpoint) {
      return checkpoint.after === null ? null : rebuildBeside(await stateOf(checkpoint), checkpoint.after);
    },

    async stateKnown(checkpoint) {
      const own = await stateOf(checkpoint);
      return checkpoint.known === null ? own : rebuildBeside(own, checkpoint.known);
    },

    async take(request) {
      const { checkpoint, retirement } = await next(request);
      await store.add(checkpoint, retirement);
      return { ...checkpoint, deletedCount: retirement.ids.length };
    },

    async renew({ id, chatId }, { state, stateHash, unreported }) {
      if ((await store.last(chatId))?.id !== id) return;
      const content = { kind: 'full' as const, state };
      await store.setState(id, { createdAtMs: deps.clock.now(), stateHash, content, unreported });
    },

    async withOutcome(response, { args, ...outcome }, left) {
      const checkpoint = await store.ofResponse(response);
      if (checkpoint === null) return null;
      const { id, calls, after } = checkpoint;
      const part = left === null || outcome.success ? {} : { isPartial: true as const };
      return {
        id,
        calls: calls.map((call) =>
          call.executionId === outcome.executionId
            ? { ...call, ...outcome, ...part, args: args ?? call.args }
            : call,
        ),
        after: left === null ? after : await stateBeside(checkpoint, left),
      };
    },
  };
}

/** Most checkpoints whose states are kept in memory: each chat's next checkpoint starts from its last one. */
const STATES_KEPT = 4;

/** Keeps the states of the checkpoints taken last, so that the next one, and the results of their calls, read none. */
function keepStates() {
  const kept = new Map<string, { state: Json; stateHash: string }>();
  return {
    keep({ id, stateHash }: Pick<Checkpoint, 'id' | 'stateHash'>, state: Json): void {
      kept.set(id, { state, stateHash });
      const [oldest] = kept.keys();
      if (kept.size > STATES_KEPT && oldest !== undefined) kept.delete(oldest);
    },
    /** Null if it isn't kept, or if the checkpoint was taken again since. */
    of({ id, stateHash }: Pick<Checkpoint, 'id' | 'stateHash'>): { state: Json } | null {
      const found = kept.get(id);
      return found?.stateHash === stateHash ? found : null;
    },
  };
}
