import type { NewAuditEntry } from '@/src/schema/audit';
import type { Change } from '@/src/schema/change';
import type { AdapterPort } from '../adapter/adapter-port';
import type { EndpointPort } from '../llm/endpoint-port';
import type { PageObserver } from '../page-history/page-observer';
import type { ApprovalGate } from '../policy/approval-gate';
import type { Clock, IdSource, Timer } from '../ports/clock';
import type { Journal } from '../ports/journal';
import type { EndedWrite, HistoryChange } from '../ports/page-history';
import type { PagePort } from '../ports/page-port';
import type { PageHolder } from '../records/run-status';
import type { CheckpointManager, CheckpointStore } from './checkpoint-manager';
import type { RestoreIntent } from './restore-intent';
import type { RollbackEntry } from './rollback-entry';

/** The journal methods for changes of the page by the user's click. All reject with `storage`. */
export interface RollbackJournal
  extends Pick<Journal, 'load' | 'knownPage' | 'executionById' | 'stateHashesOf' | 'tokensUsed'> {
  /**
   * Stores a restore before it is sent to the page, which gives its chat the page's lease. `opens`: marks its write as in progress in
   * the page's history. Returns null. If another chat has the lease and still needs it, stores nothing, and returns that chat. One
   * transaction.
   */
  beginRestore(intent: RestoreIntent, opens: HistoryChange): Promise<PageHolder | null>;
  /**
   * Stores an entry, and ends the chat's restore if there is one. The entry's `givenBack` goes into the composer, or is set
   * aside if the composer has another text. `ends`: end the restore's writes in the page's history, in this order; the place after the
   * last one replaces the place in the entry's `known`. Returns true if `givenBack` is in the composer. One transaction.
   */
  recordRollback(entry: RollbackEntry, ends: readonly HistoryChange<EndedWrite>[]): Promise<boolean>;
  /** The chat's restore that hasn't ended; null if there is none. */
  restoreOf(chatId: string): Promise<RestoreIntent | null>;
  /**
   * Ends the chat's restore, if there is one, and its writes in the page's history, without a message in the conversation.
   * `unreported`: a change that the next message reports to the model; null for none. One transaction.
   */
  endRestore(
    chatId: string,
    audit: NewAuditEntry | null,
    unreported: Change | null,
    ends: readonly HistoryChange[],
  ): Promise<void>;
}

export interface RollbackDeps {
  journal: RollbackJournal;
  page: PagePort;
  endpoints: Pick<EndpointPort, 'endpointOf'>;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  checkpointStore: CheckpointStore;
  gate: Pick<ApprovalGate, 'authorizeState'>;
  observer: PageObserver;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
}
