/**
 * The status of a run. It is stored with the run, so each state holds everything that is needed to continue after a
 * restart of the worker.
 */
export type RunStatus =
  /** The start of a run, and of its recovery after a restart of the worker: page, prompt and endpoint are checked. */
  | { state: 'waiting-for-all-actors-ready' }
  /** The chat has no connection or model; the run continues by itself once the user has chosen one. */
  | { state: 'waiting-for-endpoint' }
  | SystemInputStatus
  | UserInputStatus
  | CoordinationStatus
  /** The calls of one response are being run. */
  | { state: 'waiting-for-tools' }
  /** A call waits for the user's approval. Nothing runs, so the worker may stop meanwhile. */
  | { state: 'waiting-for-approval'; approvalId: string }
  /** A request to the model is running or about to be sent. */
  | { state: 'processing' }
  /** Paused by the user; the run resumes with the status `before`. */
  | { state: 'paused'; before: PausableStatus }
  /** The model called `finish_task`. The run is over; the chat continues with a new run. */
  | { state: 'done' };

/** With an outcome, the run is over. Without one, the status was requested from outside, and the next input continues the run. */
export interface SystemInputStatus {
  state: 'waiting-for-system-input';
  outcome: RunOutcome | null;
  /** Accepts only events of this sender; null accepts all. */
  requiredScope: string | null;
  /** True if a message of the user may end the wait. */
  interruptibleByUser: boolean;
}

/** The run continues only after an action of the user. */
interface UserInputStatus {
  state: 'waiting-for-user-input';
  reason: UserInputReason;
}

export type UserInputReason =
  /** The limit of rounds is reached; Continue allows the same number again. */
  | 'round-limit'
  /** A rollback removed the end of the run. */
  | 'rolled-back'
  /** The same call had the same result three times. */
  | 'loop-detected'
  /** The response ended at its length limit. */
  | 'cut-off'
  /** `ask_user`: the next message is the answer. */
  | 'question'
  /** The user asked the run to wait before its next request; a message or Continue ends the wait. */
  | 'requested';

/** Waits for an event, the page, or another chat's run. */
export interface CoordinationStatus {
  state: 'waiting-for-agent-coordination';
  /** The execution id of the `wait` call; null if Steward itself started the wait. */
  coordinatingToolCallId: string | null;
  coordinatingToolName: string;
  /** An event of this sender ends the wait; null accepts all senders. */
  targetAgentScope: string | null;
  userCanInterrupt: boolean;
  /**
   * Hash of the page's whole context at the start of a wait for a page change; another hash ends the wait. Null for other
   * waits. If it is null and the target scope is `page`, any notice of a change ends the wait.
   */
  seenContextHash: string | null;
  /** The reason for the wait, for display. */
  reason: string;
  /** The deadline of the wait, in milliseconds since 1970. */
  untilMs: number;
}

/** The states in which the user can pause the run. */
export type PausableStatus = Extract<
  RunStatus,
  {
    state:
      | 'waiting-for-all-actors-ready'
      | 'waiting-for-endpoint'
      | 'waiting-for-agent-coordination'
      | 'waiting-for-tools'
      | 'waiting-for-approval'
      | 'processing';
  }
>;

/** The states that can be requested from outside. Approvals and pauses can't, since only the user may decide or resume. */
export type RequestableStatus = Exclude<RunStatus, { state: 'waiting-for-approval' | 'paused' }>;

export type RunOutcome = 'completed' | 'stopped' | 'error';
