import type { ErrorInfo } from '@/src/schema/error-info';
import type { RunStatus } from '@/src/schema/run-status';
import type { JsonObject } from '@/src/schema/values/json';
import type { ChangeProgress } from './change-progress';
import type { QueueWait } from './run-status';

export type LoopEvent =
  | { type: 'session-started' }
  | { type: 'session-ended'; reason: 'completed' | 'stopped' | 'error' }
  /** A message entered a run: its opening message, or a user's message during the run. */
  | { type: 'user-message-processed'; messageId: string }
  /** A request is sent. Its response will be stored under this id. */
  | { type: 'response-started'; messageId: string }
  /** The request waits before it is sent; `request-sent` follows. */
  | { type: 'request-queued'; messageId: string; wait: QueueWait }
  | { type: 'request-sent'; messageId: string }
  | { type: 'chunk-received'; messageId: string; kind: 'content' | 'reasoning'; text: string }
  /** A streamed part of a call. `argumentsText` is appended to the earlier parts with this index. */
  | { type: 'tool-call-part-received'; messageId: string; index: number; name: string; argumentsText: string }
  /** The answer so far is void: discard the parts received under this id. */
  | { type: 'response-restarted'; messageId: string }
  /** The response is stored under this id, or was dropped. */
  | { type: 'response-ended'; messageId: string; stored: boolean }
  /** A request failed before its first chunk and is retried after a wait: attempt `attempt` of at most `attempts` failed. */
  | { type: 'retry-scheduled'; attempt: number; attempts: number; delayMs: number; error: ErrorInfo }
  /** Messages or events entered the conversation of a run that isn't over. */
  | { type: 'input-accepted'; messageIds: string[] }
  /**
   * A call can't be run as written. `count`: the number of consecutive responses without a valid call, this one included;
   * 0 if another call of its response is valid.
   */
  | { type: 'call-invalid'; executionId: string; name: string; count: number }
  /** Wrongly encoded arguments were corrected; `repairs` describes the corrections. */
  | { type: 'call-repaired'; executionId: string; name: string; repairs: string[] }
  /** `deletedCount`: the number of old checkpoints that were deleted for it. */
  | { type: 'checkpoint-taken'; checkpointId: string; deletedCount: number }
  /** Parts of the prompt that can't be used as written, with their replacements. */
  | { type: 'prompt-problems'; messages: string[] }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** The loop starts to process a call of a response. The call may still be invalid, or wait for approval. */
  | { type: 'tool-call-identified'; executionId: string; name: string }
  /**
   * A delegated call may run now: it is approved if it needs approval, and journaled as started. Its result is accepted
   * from now on, even from within the listener. `args` are validated, and contain the user's edits. Emitted at least once
   * for each call, and again after a restart of the worker while the call is open: listeners have to deduplicate by
   * `executionId`. The token of an approved one is kept apart (see DelegatedTokens).
   */
  | { type: 'tool-call-delegated'; executionId: string; name: string; args: JsonObject }
  /** The progress of a running call on the page. */
  | ({ type: 'call-progressed'; executionId: string } & ChangeProgress)
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

/** The published topics of the events. Events without a topic are internal to Steward. */
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

/** An event with its source. `seq` counts from 1 within `{epoch, runId, attempt}`, without gaps. */
export interface NumberedEvent {
  /** Differs after each restart of the background. */
  epoch: string;
  chatId: string;
  runId: string;
  attempt: number;
  seq: number;
  atMs: number;
  event: LoopEvent;
}
