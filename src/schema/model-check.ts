import type { ErrorInfo } from './error-info';

/** The tasks of a model check, in their order. */
export type ModelTask =
  | 'one-call'
  | 'arguments'
  | 'two-steps'
  | 'asks'
  | 'read-only'
  | 'order-in-name'
  | 'after-error'
  | 'count';

/** The newest check of a connection's model. */
export interface ModelCheck {
  connectionId: string;
  model: string;
  /** Time of its start, in milliseconds since 1970. */
  atMs: number;
  /** Steward's version, whose prompts and tools the model was given. */
  version: string;
  /** The tasks that ended so far. */
  tasks: { task: ModelTask; isPassed: boolean }[];
  /** Median time until the first piece of a response, in milliseconds; null before the first. */
  firstPieceMs: number | null;
  /** Tokens of all requests so far, as the endpoint counted them; null if it counted none of them. */
  tokens: number | null;
  /** The error that ended the check before its last task, or `user`. Null while it runs, and once all tasks are done. */
  endedBy: ErrorInfo | 'user' | null;
}
