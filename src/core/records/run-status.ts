/**
 * Where a run stands: the eight states of the assistant actor (ledger C-029), each with its configuration fields, plus
 * `waiting-for-approval` and `paused`. Stored with the run, so each holds all that is needed to go on after a death of
 * the worker.
 */
export type RunStatus =
  /** Start, and start-up after a death of the worker: page, prompt and endpoint are looked at (WaitingForAllActorsReady, C-032). */
  | { state: 'waiting-for-all-actors-ready' }
  /** No connection or model to ask; goes on by itself once the user has chosen one (WaitingForLiteLLM, C-034). */
  | { state: 'waiting-for-endpoint' }
  | SystemInputStatus
  | UserInputStatus
  | CoordinationStatus
  /** The calls of one response are being carried out (C-046). */
  | { state: 'waiting-for-tools' }
  /** A call waits for the user. Nothing runs; the worker may die meanwhile. */
  | { state: 'waiting-for-approval'; approvalId: string }
  /** One request to the model is under way, or about to be (C-048). */
  | { state: 'processing' }
  /** Held by the user; `before` is where it goes on. */
  | { state: 'paused'; before: PausableStatus }
  /** The task was declared finished. Ends the run; the chat can go on with a new one (C-051, ledger conflict 15). */
  | { state: 'done' };

/** The default wait (C-036). With an outcome the run has ended; without one it was put here from outside and goes on with the next input. */
export interface SystemInputStatus {
  state: 'waiting-for-system-input';
  outcome: RunOutcome | null;
  /** Admits only events of this sender; null admits all (C-037). */
  requiredScope: string | null;
  /** Whether the user's messages may end the wait (C-038). */
  interruptibleByUser: boolean;
}

/** Only the user can let it go on (C-041). */
export interface UserInputStatus {
  state: 'waiting-for-user-input';
  reason: UserInputReason;
}

export type UserInputReason =
  /** The bound of rounds is reached; Continue allows as many again. */
  | 'round-limit'
  /** A rollback cut the run in the middle. */
  | 'rolled-back'
  /** The same call came to the same result three times. */
  | 'loop-detected'
  /** The answer ended at its length limit. */
  | 'cut-off'
  /** `ask_user`: the next message is the answer. */
  | 'question';

/** Waits for an event or for somebody else (C-043, C-044). */
export interface CoordinationStatus {
  state: 'waiting-for-agent-coordination';
  /** The execution id of the call that asked for it; null where Steward itself did. */
  coordinatingToolCallId: string | null;
  coordinatingToolName: string;
  /** Whose event ends it; null admits all. */
  targetAgentScope: string | null;
  userCanInterrupt: boolean;
  /**
   * Hash of the page's whole context at the start of a wait for a page change: a page with another hash ends it. Null
   * for other waits; one with the target scope `page` then ends with any notice of a change.
   */
  seenContextHash: string | null;
  /** Why, in words for the user. */
  reason: string;
  /** When it ends by itself, in milliseconds since 1970. */
  untilMs: number;
}

/** The states that the user can hold. */
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

/** The states that can be asked for from outside (C-029): never one that would answer or skip a question to the user. */
export type RequestableStatus = Exclude<RunStatus, { state: 'waiting-for-approval' | 'paused' }>;

export type RunOutcome = 'completed' | 'stopped' | 'error';

/** The chat whose run works on a page, so that runs of other chats wait. */
export interface PageHolder {
  chatId: string;
  title: string;
}

/** What can happen to a run, as far as its status is concerned. */
export type StatusEvent =
  /** Page and prompt are there. */
  | { type: 'actors-ready'; hasEndpoint: boolean }
  | { type: 'endpoint-available' }
  | { type: 'endpoint-missing' }
  /** A message or event entered the conversation of a run that waited for it. */
  | { type: 'input-accepted' }
  | { type: 'calls-received' }
  | { type: 'results-complete' }
  | { type: 'approval-needed'; approvalId: string }
  | { type: 'approval-decided' }
  | { type: 'user-needed'; reason: UserInputReason }
  | { type: 'continued' }
  | { type: 'concluded' }
  | { type: 'stopped' }
  | { type: 'failed' }
  | { type: 'retried' }
  | { type: 'rolled-back'; resumable: boolean }
  | { type: 'status-requested'; status: RequestableStatus }
  | { type: 'coordination-ended' }
  /** The bound page went away; `untilMs` bounds the wait for it. */
  | { type: 'page-lost'; untilMs: number }
  /** Another chat's run works on the page; `untilMs` is when to ask again. */
  | { type: 'page-busy'; holder: PageHolder; untilMs: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** The worker died and is back. */
  | { type: 'restarted' };
