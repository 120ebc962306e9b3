import type { ErrorInfo } from '../errors';
import type { Json, JsonObject } from '../json';
import type { Chat } from '../records/chat';
import type { ExecutionOutcome, PageLook } from '../records/execution-outcome';
import type { PagePlace, WriteToken } from '../records/write-token';
/** A context as it was read, with the hash of its restorable part. */
export interface PageReading {
  context: Json;
  stateHash: string;
  source: PageSource;
}

/** Where a reading comes from. */
export interface PageSource extends PageLook {
  /** Names the tab and what it shows; the same over reloads. */
  page: string;
  /** When the background requested it, in milliseconds since 1970. Orders looks at different documents. */
  askedAtMs: number;
}

/** What a call needs to reach the page. */
export interface QueryRequest {
  executionId: string;
  tool: string;
  args: JsonObject;
  timeoutMs: number;
}

/** What a call needs to change something there. */
export interface ExecutionRequest extends QueryRequest {
  /** For exactly this change. The page refuses with `page-changed` if its state has another hash than the token's. */
  token: WriteToken;
  /** The reading that the call was authorized on, for a tool that runs in the background; without it, it reads anew. */
  reading?: PageReading;
}

/** A state to put a page into. */
export interface StateRequest {
  executionId: string;
  state: Json;
  token: WriteToken;
}

/** What a page remembers of an execution. */
export type RecalledExecution =
  /** Nothing: it never arrived, or the document was loaded again since. */
  | { kind: 'unknown' }
  /** It has not ended. */
  | { kind: 'running' }
  | { kind: 'done'; outcome: ExecutionOutcome }
  /** It ended in an error, which leaves open whether it took effect. */
  | { kind: 'failed'; error: ErrorInfo };

/**
 * The chat's page. All methods reject with a StewardError: `page-gone`, `page-changed`, `page-protocol`,
 * `state-refused`, `permission-missing`; a change whose token isn't for it with `write-refused`, before anything
 * happens. None waits for ever: each has a time limit, after which it rejects with `timeout`, and rejects with the
 * signal's reason when it aborts. A change that was sent may still take effect after either.
 */
export interface PagePort {
  readContext(chat: Chat, signal: AbortSignal): Promise<PageReading>;
  /** Where the chat's page is now. */
  placeOf(chat: Chat, signal: AbortSignal): Promise<PagePlace>;
  /** Runs a call that only looks, once per execution id. */
  query(chat: Chat, request: QueryRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Runs a call at most once per execution id. When the signal aborts, its answer is awaited for a short grace. */
  execute(chat: Chat, request: ExecutionRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Puts the page into `state`, all or nothing, and answers with the hash observed afterwards. */
  applyState(chat: Chat, request: StateRequest, signal: AbortSignal): Promise<{ stateHash: string }>;
  recall(chat: Chat, executionId: string, signal: AbortSignal): Promise<RecalledExecution>;
}
