/**
 * Where a run stands: the states of the assistant actor (ledger C-029) that Steward uses so far, plus
 * `waiting-for-approval`. Each holds only the fields that it needs.
 */
export type RunStatus =
  /** One request to the model is under way, or about to be. */
  | { state: 'processing' }
  /** The calls of one response are being carried out. */
  | { state: 'waiting-for-tools' }
  /** A call waits for the person. Nothing runs; the worker may die meanwhile. */
  | { state: 'waiting-for-approval'; approvalId: string }
  /** Only the person can let it go on: the bound of rounds is reached, or a rollback cut it in the middle. */
  | { state: 'waiting-for-user-input'; reason: 'round-limit' | 'rolled-back' }
  /** Concluded, stopped or failed; the next message starts a new run. */
  | { state: 'waiting-for-system-input'; outcome: RunOutcome };

export type RunOutcome = 'completed' | 'stopped' | 'error';

/** What can happen to a run, as far as its status is concerned. */
export type StatusEvent =
  | { type: 'calls-received' }
  | { type: 'results-complete' }
  | { type: 'approval-needed'; approvalId: string }
  | { type: 'approval-decided' }
  | { type: 'round-limit-reached' }
  | { type: 'continued' }
  | { type: 'concluded' }
  | { type: 'stopped' }
  | { type: 'failed' }
  | { type: 'retried' }
  | { type: 'rolled-back'; resumable: boolean };
