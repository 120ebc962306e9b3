import type { ErrorInfo } from './error-info';
import type { PromptProblem } from './prompt-problem';
import type { RunStatus } from './run-status';
import type { NumberedSnapshot } from './snapshot';

/** The responses and calls that follow a user's message until the assistant concludes. Stored, so that a restarted worker can continue it. */
export interface Run {
  id: string;
  chatId: string;
  /** The user's message, or the event, that the run answers. It carries the page's state in the run's requests. */
  openingMessageId: string;
  startedAtMs: number;
  endedAtMs: number | null;
  status: RunStatus;
  /** Responses received since the start or the last Continue. */
  round: number;
  /** Number of requests sent for the current round. Live events carry it, so that late chunks of an earlier request are ignored. */
  attempt: number;
  /** Number of recoveries after a restart of the worker; limited, since the run itself may crash the worker. */
  resumes: number;
  /** Number of consecutive responses without a call in a chat that requires one. */
  missedToolCalls: number;
  /** The loop detector checks calls from this position on. Continue moves it. */
  loopCheckFrom: number;
  /** Requested by the user, and carried out before the next step; null if nothing is requested. */
  control: 'pause' | 'stop' | null;
  /** Number of consecutive responses without a valid call. */
  invalidCalls: number;
  /** The page's encoded context in this run's requests; identical in all of them, so that the provider's cache is used. */
  contextText: string;
  /** The snapshot that `contextText` shows. Missing in rows of an older version, and in copies of another chat's runs. */
  snapshot?: NumberedSnapshot;
  /** The message that carries `contextText` after a rollback into this run; if missing, the opening message. */
  stateMessageId?: string;
  /** Hash of the saved state when the run began (see PageHashes). Missing in rows of an older version. */
  savedHash?: string;
  /** Random; delimits page data in this run's requests, so that text of the page can't end its block. */
  nonce: string;
  /** Displayed with Retry; never sent to a model. */
  error: ErrorInfo | null;
  /** The parts of the system prompt that can't be used as written, each once; missing if there are none. */
  promptProblems?: PromptProblem[];
  /** Set for a run that only carries out a call chosen by the user. It ends instead of sending a request. */
  asksNoModel?: true;
}

/** A run's row. `isOpen` exists only while the run isn't over, so that its index holds those runs alone. */
export type StoredRun = Run & { isOpen?: 1 };
