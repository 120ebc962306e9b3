import type { Chat } from '@/src/schema/chat';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { ChangeProgress } from '../records/change-progress';
import type { ExecutionOutcome, PageLook } from '../records/execution-outcome';
import type { PagePlace, WriteToken } from '../records/write-token';

/** A context read from the page, with the hash of its restorable part. */
export interface PageReading {
  context: Json;
  stateHash: string;
  source: PageSource;
}

export interface PageSource extends PageLook {
  /** Identifies the tab and the page that it shows; unchanged by reloads. */
  page: string;
  /** The time of the background's request, in milliseconds since 1970. Orders readings of different documents. */
  askedAtMs: number;
}

/** A request that only reads from the page. */
export interface QueryRequest {
  executionId: string;
  tool: string;
  args: JsonObject;
  timeoutMs: number;
  /** Receives the progress of the call. Missing if nobody waits for it. */
  report?: (progress: ChangeProgress) => void;
}

/** A request that changes the page. */
export interface ExecutionRequest extends QueryRequest {
  /** Authorizes exactly this change. A page that isn't the one the token expects rejects with `page-changed`. */
  token: WriteToken;
  /** The reading that the call was authorized on: a tool that runs in the background begins with it. */
  reading: PageReading;
}

/** A request that replaces the page's restorable state. */
export interface StateRequest {
  executionId: string;
  state: Json;
  token: WriteToken;
}

/** The content script's own entry for an execution. */
export type RecalledExecution =
  /** There is no entry: the request never arrived, or the page was reloaded since. */
  | { kind: 'unknown' }
  /** The execution has not ended. */
  | { kind: 'running' }
  | { kind: 'done'; outcome: ExecutionOutcome }
  /** The execution ended with an error; it may still have taken effect. */
  | { kind: 'failed'; error: ErrorInfo };

/**
 * The chat's page. All methods reject with a StewardError: `page-gone`, `page-changed`, `page-protocol`,
 * `state-refused`, `permission-missing`; with `write-refused`, before anything is sent, if the token wasn't issued for the
 * change; with `timeout` after a time limit; and with the signal's reason when it aborts. After a timeout or an abort, a
 * change that was sent may still take effect.
 */
export interface PagePort {
  readContext(chat: Chat, signal?: AbortSignal): Promise<PageReading>;
  /**
   * True if nothing newer is known of the page than this reading: no later reading, and no notice of a change since. False if in
   * doubt.
   */
  isNewest(reading: PageReading): boolean;
  /** The present location of the chat's page. */
  placeOf(chat: Chat, signal: AbortSignal): Promise<PagePlace>;
  /** Runs a call that only reads, once per execution id. */
  query(chat: Chat, request: QueryRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /** Runs a call at most once per execution id. After the signal aborts, it still waits briefly for the answer. */
  execute(chat: Chat, request: ExecutionRequest, signal: AbortSignal): Promise<ExecutionOutcome>;
  /**
   * Replaces the page's restorable state. If the page does not accept all of it, the page restores its earlier
   * state, where possible, and the method rejects with `state-refused`. Returns the hash observed afterwards.
   */
  applyState(chat: Chat, request: StateRequest, signal: AbortSignal): Promise<{ stateHash: string }>;
  /** Looks up an execution in the content script. */
  recall(chat: Chat, executionId: string, signal: AbortSignal): Promise<RecalledExecution>;
}
