import type { Operation } from 'fast-json-patch';
import type { Change } from './change';
import type { PageBinding } from './page-binding';
import type { Run } from './run';
import type { Json, JsonObject } from './values/json';

/** A call as a checkpoint names it. */
export interface CheckpointCall {
  executionId: string;
  name: string;
  /** The arguments with which the call ran or will run. Null if unknown: in a row of an earlier version whose message is gone, or whose call the user edited. */
  args: JsonObject | null;
  /** Null until there is a result. */
  success: boolean | null;
  /** The result's message; null until there is a result. */
  message: string | null;
}

/** The event for which a checkpoint was taken. */
export type CheckpointReason =
  | 'session-start'
  | 'before-changes'
  | 'before-rollback'
  /** Before a message was edited, or an answer retried. */
  | 'before-edit'
  | 'before-retry'
  | 'before-undo'
  /** Before unsaved changes that a reload had lost were restored. */
  | 'before-restore-unsaved'
  /** Before an earlier saved state was restored on the page. */
  | 'before-restore-saved';

/** A stored state: in full, or as an RFC 6902 patch from another state. */
export type KeptState = { kind: 'full'; state: Json } | { kind: 'patch'; patch: Operation[] };

/** A second state that is stored with a checkpoint, usually as a patch from the checkpoint's state. */
export interface StateBeside {
  stateHash: string;
  content: KeptState;
}

/**
 * A restorable state with its position in the conversation. The first checkpoint (the session's start), every tenth, the first
 * after a gap, and one that was taken again store the full state. The others store a patch from the checkpoint before.
 */
export interface Checkpoint {
  id: string;
  chatId: string;
  /** The page that the state is of. The chat may have been bound to another one since. */
  page: PageBinding;
  /** 0, 1, 2 … within the chat, in order of creation. Deleted checkpoints leave a gap. */
  sequence: number;
  reason: CheckpointReason;
  createdAtMs: number;
  /** The run and the response whose changes it precedes; null for the session's start and for the user's own actions. */
  runId: string | null;
  messageId: string | null;
  /** The messages from this position on are later than the checkpoint. */
  position: number;
  calls: CheckpointCall[];
  stateHash: string;
  content: KeptState;
  /**
   * The page right after the changes that it precedes, so that only these can be undone later; null if that state isn't
   * known exactly.
   */
  after: StateBeside | null;
  /**
   * For a safety checkpoint, taken before a rollback, an undo or a restore: the ids of the conversation's messages at that
   * time, so that a rollback to it restores exactly that conversation. Null for other checkpoints.
   */
  conversation: string[] | null;
  /**
   * For a safety checkpoint: the run of that conversation as it was, for example with its question to the user. Missing without a run,
   * and in rows of an older version.
   */
  run?: Pick<Run, 'id' | 'status' | 'error' | 'endedAtMs'>;
  /** For a safety checkpoint: the page as that conversation knew it, if others changed the page since; otherwise null. */
  known: StateBeside | null;
  /** For a safety checkpoint: the page's changes that had not been reported to the model yet; otherwise empty. */
  unreported: Change[];
}

/** A checkpoint without its state, for lists. */
export type CheckpointEntry = Omit<Checkpoint, 'content'>;
