import type { ErrorInfo } from './error-info';
import type { ModelTask } from './values/model-tasks';

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
  /** Tokens of the requests of these tasks, as the endpoint counted them; null if it counted none of them. */
  tokens: number | null;
  /**
   * The error that ended the check before its last task; `user` if the user stopped it, `browser` if the browser stopped the worker. Null
   * while it runs, and once all tasks are done.
   */
  endedBy: ErrorInfo | 'user' | 'browser' | null;
}
