import type { PageHashes } from './page-hashes';
import type { Json } from './values/json';
import type { Effect } from './values/tool-effect';

/** The intended effect of a write. Stored before it is sent, so that the outcome can be determined by reading the page again. */
export interface IntendedWrite {
  /** The `source.page` of the page's readings. */
  page: string;
  /** The document to which it was sent (see PageSource). Missing in rows of an older version. */
  document?: string;
  before: PageHashes;
  /** Null if it can't be computed beforehand. */
  after: PageHashes | null;
  /** The restorable state after it; null if it can't be computed beforehand. */
  afterState: Json | null;
  /** The saved state that a commit overwrites; null for other writes, and if nothing is saved. */
  savedBefore: Json | null;
  /** The effect in one sentence. */
  summary: string;
  /** True if others changed the page after the chat's previous unreported write. */
  followsOthers: boolean;
}

export type ExecutionState = 'received' | 'awaiting-approval' | 'started' | 'done';

/** The journal's row for one tool call. It is updated before each step, so that no call runs twice. */
export interface Execution {
  /** The call's executionId. */
  id: string;
  chatId: string;
  runId: string;
  /** The response that made the call, and the call's index in it. */
  messageId: string;
  index: number;
  name: string;
  /** Null if the tool is unknown. */
  effect: Effect | null;
  state: ExecutionState;
  receivedAtMs: number;
  startedAtMs: number | null;
  /** Null before the call starts, and for calls that only read. */
  write: IntendedWrite | null;
  /** Hash of the restorable state after the call; null before it ends, and if it changed nothing. */
  leftStateHash: string | null;
  /** Hash of the saved state after the call (see PageHashes); null likewise. Missing in rows of an older version. */
  leftSavedHash?: string | null;
  /** The chat to which a message goes, stored before it is delivered; missing for other calls. */
  messageTo?: string;
}
