import type { AdapterPort } from '../adapter/adapter-port';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { PagePort } from '../ports/page-port';
import type { NewAuditEntry } from '../records/audit-entry';
import type { Change } from '../records/change';
import type { TokenTotals } from '../records/message';
import type { PageHolder } from '../records/run-status';
import type { CheckpointManager, CheckpointStore } from './checkpoint-manager';
import type { RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';

/** The record's part of a rollback or an undo. */
export interface RollbackJournal
  extends Pick<Journal, 'load' | 'knownPage' | 'changeNotes' | 'executionById'> {
  /** All tokens that the chat has used so far. */
  tokensUsed(chatId: string): Promise<TokenTotals>;
  /**
   * Before the page is touched: gives the chat its page's lease, unless another chat has it and still needs it. Answers
   * with that chat, or null if the lease was given. One transaction. Rejects with `storage`.
   */
  beginRestore(intent: RestoreIntent): Promise<PageHolder | null>;
  /** Ends the chat's restore, if there is one, with its record. One transaction. Rejects with `storage`. */
  recordRollback(entry: RollbackEntry): Promise<void>;
  /** The chat's restore that didn't end yet; null if there is none. Rejects with `storage`. */
  restoreOf(chatId: string): Promise<RestoreIntent | null>;
  /**
   * Ends the chat's restore, if there is one, without a record in the conversation. `untold`: what the model is told of it
   * with the next message; null for nothing. One transaction. Rejects with `storage`.
   */
  endRestore(chatId: string, audit: NewAuditEntry | null, untold: Change | null): Promise<void>;
}

/** What the rollback is made of. */
export interface RollbackDeps {
  journal: RollbackJournal;
  page: PagePort;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  gate: Pick<ApprovalGate, 'authorizeState'>;
  observer: PageObserver;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
}
