import type { ErrorInfo } from '../errors';
import type { Json } from '../json';
import type { PageHashes } from './page-hashes';
import type { PromptProblem } from './prompt-problem';
import type { RunStatus } from './run-status';
import type { Effect } from './tool-effect';

/** What follows a user's message until the assistant concludes. Stored; enough to go on after the worker died. */
export interface Run {
  id: string;
  chatId: string;
  /** The user's message, or the event, that it answers; carries the page's state in its requests. */
  openingMessageId: string;
  startedAtMs: number;
  endedAtMs: number | null;
  status: RunStatus;
  /** Responses received since the start or the last Continue. */
  round: number;
  /** Requests sent for the current round; numbers the live events, so that a late chunk of an earlier one is told apart. */
  attempt: number;
  /** Times that this run was taken up again after the worker died; bounded (ledger conflict 36). */
  resumes: number;
  /** Responses in a row without a call, where the chat requires one (ledger C-050). */
  missedToolCalls: number;
  /** The loop detector looks at calls from this position on; moves when the user lets the run go on. */
  loopCheckFrom: number;
  /** Asked for by the user, and carried out at the next boundary; null if nothing was. */
  control: 'pause' | 'stop' | null;
  /** Responses in a row none of whose calls could be run as written (ledger A-110). */
  invalidCalls: number;
  /** The page's context as this run's requests carry it, byte for byte. */
  contextText: string;
  /** The message that carries it, where a rollback took the conversation back to an answer of this run; else it is the opening one. */
  stateMessageId?: string;
  /** Hash of what was saved when the run began (see PageHashes). Missing in runs that an older version began. */
  savedHash?: string;
  /** Marks page data in this run's requests; random, so that page text can't end its block. */
  nonce: string;
  /** Shown with Retry; never part of what is sent. */
  error: ErrorInfo | null;
  /** What could not be used of the system prompt in this run's requests, each problem once; left out while there is none. */
  promptProblems?: PromptProblem[];
  /** Set for a run that carries out a call which the user chose: it ends where other runs would send a request. */
  asksNoModel?: true;
}

/** What a write is to do, stored before it is sent, so that reading the page again tells its outcome. */
export interface IntendedWrite {
  /** The page that it is sent to, as its readings name it. */
  page: string;
  /** The document that showed the page then (see PageSource). Missing in rows of an older version. */
  document?: string;
  before: PageHashes;
  /** Null where nobody can tell beforehand. */
  after: PageHashes | null;
  /** The restorable state after it; null where nobody can tell beforehand. */
  afterState: Json | null;
  /** The saved state that a commit overwrites, as the adapter reports it; null for other writes, and where nothing is saved. */
  savedBefore: Json | null;
  /** The effect in one sentence. */
  summary: string;
  /** Whether others changed the page between the chat's write before, of which the model wasn't told yet, and this one. */
  followsOthers: boolean;
}

export type ExecutionState = 'received' | 'awaiting-approval' | 'started' | 'done';

/** The journal's row for one tool call: written before each step, so that no call ever runs twice. */
export interface Execution {
  /** The call's executionId. */
  id: string;
  chatId: string;
  runId: string;
  /** The assistant message that made the call, and the call's place in it. */
  messageId: string;
  index: number;
  name: string;
  /** Null where the tool is unknown. */
  effect: Effect | null;
  state: ExecutionState;
  receivedAtMs: number;
  startedAtMs: number | null;
  /** Null until it starts, and for calls that only read. */
  write: IntendedWrite | null;
  /** Hash of the restorable state that it left; null until it ends, and if it changed nothing. */
  leftStateHash: string | null;
  /** Hash of what was saved right after it (see PageHashes); null as above, missing in rows of an older version. */
  leftSavedHash?: string | null;
}
