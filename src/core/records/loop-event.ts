import type { ErrorInfo } from '../errors';
import type { JsonObject } from '../json';
import type { RunStatus } from './run-status';

/** What the loop tells the world (the topics of ledger D-032..D-041). */
export type LoopEvent =
  | { type: 'session-started' }
  | { type: 'session-ended'; reason: 'completed' | 'stopped' | 'error' }
  /** A message entered a run: the one that opens it, or a user's message during it. */
  | { type: 'user-message-processed'; messageId: string }
  /** A request goes out; what its response brings will be stored under this id. */
  | { type: 'response-started'; messageId: string }
  | { type: 'chunk-received'; messageId: string; kind: 'content' | 'reasoning'; text: string }
  /** A part of a call, as it streams in. `argumentsText` is appended to what came before at this index. */
  | { type: 'tool-call-part-received'; messageId: string; index: number; name: string; argumentsText: string }
  /** The endpoint started its answer over: what streamed in so far under this id is void. */
  | { type: 'response-restarted'; messageId: string }
  /** The response is stored under this id, or was dropped. */
  | { type: 'response-ended'; messageId: string; stored: boolean }
  /** A request failed before its first chunk and goes out again after a wait. */
  | { type: 'retry-scheduled'; attempt: number; delayMs: number; error: ErrorInfo }
  /** A message or an event entered the conversation of a run under way. */
  | { type: 'input-accepted'; messageIds: string[] }
  /**
   * A call couldn't be run as written. `count`: responses in a row without a call that can be run, this one included;
   * 0 if another call of its response can be run (ledger A-166..A-168).
   */
  | { type: 'call-invalid'; executionId: string; name: string; count: number }
  /** Arguments that were only mis-encoded were mended; `repairs` says how. */
  | { type: 'call-repaired'; executionId: string; name: string; repairs: string[] }
  | { type: 'checkpoint-taken'; checkpointId: string; label: string; letGo: number }
  /** Parts of the prompt that can't be used as they are, and what was done instead (ledger C-077, C-078). */
  | { type: 'prompt-problems'; messages: string[] }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** The loop begins with a call of a response. The call may still be invalid, or wait for an approval. */
  | { type: 'tool-call-identified'; executionId: string; name: string }
  /**
   * A delegated call may run now: it was approved where that is needed, and the journal has it as started, so a result
   * is taken from here on, also from within the listener. `args` are checked, and edited where the user edited them.
   * Comes at least once for each call: again after a restart of the worker while the call is open, so listeners have to
   * tell calls by `executionId`.
   */
  | { type: 'tool-call-delegated'; executionId: string; name: string; args: JsonObject }
  | {
      type: 'tool-result-processed';
      executionId: string;
      name: string;
      success: boolean;
      errorCode: string | null;
      durationMs: number;
    }
  | { type: 'status-changed'; status: RunStatus }
  | { type: 'error'; error: ErrorInfo };

/** The events that have a topic of their own in ledger D-032..D-041; what the others tell is of Steward's own making. */
export const LOOP_TOPICS: Partial<Record<LoopEvent['type'], string>> = {
  'session-started': 'ai_loop.session_started',
  'session-ended': 'ai_loop.session_ended',
  'user-message-processed': 'ai_loop.message.user_processed',
  'chunk-received': 'ai_loop.message.ai_chunk_received',
  'response-ended': 'ai_loop.message.ai_full_received',
  'tool-call-part-received': 'ai_loop.tool_call.identified',
  'tool-call-identified': 'ai_loop.tool_call.identified',
  'tool-call-delegated': 'ai_loop.tool_call.identified',
  'tool-result-processed': 'ai_loop.tool_call.result_processed',
  paused: 'ai_loop.status.paused',
  resumed: 'ai_loop.status.resumed',
  error: 'ai_loop.error',
};

/** An event with its address. `seq` counts from 1 within `{epoch, runId, attempt}`, without gaps. */
export interface NumberedEvent {
  /** Changes whenever the background starts anew. */
  epoch: string;
  chatId: string;
  runId: string;
  attempt: number;
  seq: number;
  atMs: number;
  event: LoopEvent;
}
