import type { ErrorInfo } from '../errors';
import type { RunStatus } from './run-status';

/** What the loop tells the world (the topics of ledger D-032..D-041). */
export type LoopEvent =
  | { type: 'session-started' }
  | { type: 'session-ended'; reason: 'completed' | 'stopped' | 'error' }
  | { type: 'user-message-processed'; messageId: string }
  /** A request goes out; what its response brings will be stored under this id. */
  | { type: 'response-started'; messageId: string }
  | { type: 'chunk-received'; messageId: string; kind: 'content' | 'reasoning'; text: string }
  /** A part of a call, as it streams in. `argumentsText` is appended to what came before at this index. */
  | { type: 'tool-call-part-received'; messageId: string; index: number; name: string; argumentsText: string }
  /** The response is stored under this id, or was dropped. */
  | { type: 'response-ended'; messageId: string; stored: boolean }
  | { type: 'tool-call-identified'; executionId: string; name: string }
  | { type: 'tool-result-processed'; executionId: string; success: boolean }
  | { type: 'status-changed'; status: RunStatus }
  | { type: 'error'; error: ErrorInfo };

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
